import { shortTime } from '../shared/duration.js';
import type { ToolUse, Utterance } from './call-shown.js';
import { clock } from './timeline.js';

interface TranscriptProps {
  said: readonly Utterance[];
  tools: readonly ToolUse[];
}

/** What was said, in order; each utterance has an address, and its time plays from there. */
export const Transcript = ({ said, tools }: TranscriptProps) => {
  if (said.length === 0) return <p>Nothing was said.</p>;
  return (
    <div class="transcript" role="region" aria-label="Transcript" tabIndex={0} data-transcript>
      <ol>
        {said.map((one) => (
          <Said one={one} tools={tools.filter((tool) => one.tool_call_ids.includes(tool.tool_call_id))} />
        ))}
      </ol>
    </div>
  );
};

const Said = ({ one, tools }: { one: Utterance; tools: readonly ToolUse[] }) => (
  <li
    id={`said-${one.index}`}
    class={one.speaker === 'agent' ? 'said agent' : 'said customer'}
    data-from={one.start_ms ?? undefined}
    data-to={one.end_ms ?? undefined}
  >
    <p class="speaker">
      {one.speaker_label}
      {one.start_ms !== null && (
        <a class="moment" href={`#said-${one.index}`} data-seek={one.start_ms}>
          {clock(one.start_ms)}
        </a>
      )}
    </p>
    {tools.map((tool) => (
      <p class="used">
        <span>
          Used <code>{tool.name}</code>
          {tool.latency_ms !== null && ` in ${shortTime(tool.latency_ms)}`}
          {tool.status !== 'succeeded' && `: ${tool.error ?? tool.status}`}
        </span>
      </p>
    ))}
    <p class="words">
      {one.text}
      {one.text_unspoken !== null && <Unspoken text={one.text_unspoken} />}
    </p>
  </li>
);

/** What an interrupted agent had still wanted to say. */
const Unspoken = ({ text }: { text: string }) => (
  <>
    {' '}
    <del title="Not spoken: the customer broke in">
      <span class="unseen">Not spoken: </span>
      {text}
    </del>
  </>
);
