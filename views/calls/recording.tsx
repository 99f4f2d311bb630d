import { Part } from './part.js';

interface RecordingProps {
  /** Null where there is none. */
  path: string | null;
  /** There may be one soon. */
  isDue: boolean;
}

/** The sound: the browser's own player, and where there is a script one that runs along the timeline. */
export const Recording = ({ path, isDue }: RecordingProps) => (
  <Part id="recording" isWaiting={isDue} class={isDue ? 'recording due' : 'recording'}>
    {path === null ? (
      <p>{isDue ? 'The recording has not come yet.' : 'There is no recording.'}</p>
    ) : (
      <>
        <audio controls preload="none" src={path} />
        <div class="player" hidden>
          <button type="button" class="button primary small" data-play-button aria-pressed="false">
            Play
          </button>
          <input type="range" min="0" max="1" step="0.1" value="0" aria-label="Position in the recording" />
          <output>0:00</output>
          <label>
            <span class="unseen">Speed</span>
            <select>
              {['1', '1.25', '1.5', '2'].map((speed) => (
                <option value={speed}>{`${speed}×`}</option>
              ))}
            </select>
          </label>
          <a class="button quiet small" href={path} download>
            Download
          </a>
        </div>
      </>
    )}
  </Part>
);
