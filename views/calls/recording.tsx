interface RecordingProps {
  id: string;
  /** Null where there is none. */
  path: string | null;
  poll: number | undefined;
}

/** The sound: the browser's own player, and where there is a script one that runs along the timeline. */
export const Recording = ({ id, path, poll }: RecordingProps) => (
  <div id={id} class="recording" data-poll={path === null ? poll : undefined}>
    {path === null ? (
      <p>There is no recording.</p>
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
  </div>
);
