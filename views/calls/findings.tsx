import type { ComponentChildren } from 'preact';
import type { Frame } from '../layouts/frame.js';
import { Form } from '../shared/form.js';
import type { Tone } from '../shared/status.js';
import { Time } from '../shared/time.js';
import type { Analysis, CallShown, Criterion, Verdict } from './call-shown.js';
import { Noted } from './outcome.js';
import { isPending } from './still-to-come.js';
import { capital } from './words.js';

const VERDICTS: Record<Verdict, { tone: Tone; word: string }> = {
  success: { tone: 'good', word: 'Successful' },
  failure: { tone: 'bad', word: 'Not successful' },
  unknown: { tone: 'off', word: 'Cannot be told' },
};

const UNFINISHED = {
  queued: { tone: 'waiting', word: 'Waiting for its turn' },
  running: { tone: 'live', word: 'Being made' },
  skipped: { tone: 'off', word: 'Nothing was said' },
  error: { tone: 'bad', word: 'Failed' },
} as const;

interface FindingsProps {
  frame: Frame;
  call: CallShown;
}

/** What was concluded from the call, with the words that it rests on. */
export const Findings = ({ frame, call }: FindingsProps) => {
  const analysis = call.post_call_analysis ?? null;
  return (
    <section class="findings">
      <div class="section-head">
        <h2 id="analysis">Analysis</h2>
        {frame.person?.mayChange && !isPending(call) && (
          <Form frame={frame} action={`/settings/calls/${call.id}/analyze`}>
            <button type="submit" class="button quiet small">
              {analysis ? 'Analyse again' : 'Analyse call'}
            </button>
          </Form>
        )}
      </div>
      {analysis === null ? (
        <p>This call has not been analysed.</p>
      ) : (
        <>
          {analysis.status !== 'completed' && (
            <p>
              <Noted {...UNFINISHED[analysis.status]} note={analysis.error} />
            </p>
          )}
          <Conclusions analysis={analysis} criteria={call.custom_analysis ?? {}} />
        </>
      )}
    </section>
  );
};

const Conclusions = (props: { analysis: Analysis; criteria: Readonly<Record<string, Criterion>> }) => {
  const { success, sentiment, topics, intent, next_steps, evidence, ...analysis } = props.analysis;
  return (
    <>
      <dl class="conclusions">
        {success && (
          <Conclusion name="Result">
            <Noted
              {...VERDICTS[success.result]}
              note={success.score === null ? null : `${percent(success.score)} sure`}
            />
            {success.rationale !== null && <p>{success.rationale}</p>}
          </Conclusion>
        )}
        {Object.entries(props.criteria).map(([name, { result, value, rationale }]) => (
          <Conclusion name={words(name)}>
            <Noted
              {...VERDICTS[result]}
              note={typeof value === 'boolean' || value === null ? null : JSON.stringify(value)}
            />
            {rationale !== null && <p>{rationale}</p>}
          </Conclusion>
        ))}
        {sentiment?.label && (
          <Conclusion name="Mood">
            {capital(sentiment.label)}
            {sentiment.score !== null && <small>{` ${signed(sentiment.score)}`}</small>}
          </Conclusion>
        )}
        {intent !== null && <Conclusion name="Wanted">{words(intent)}</Conclusion>}
        {topics.length > 0 && (
          <Conclusion name="Topics">
            <span class="topics">
              {topics.map((topic) => (
                <span class="tag">{topic}</span>
              ))}
            </span>
          </Conclusion>
        )}
        {next_steps.length > 0 && (
          <Conclusion name="Next steps">
            <ul class="bullets">
              {next_steps.map((step) => (
                <li>{step}</li>
              ))}
            </ul>
          </Conclusion>
        )}
        {analysis.callback_requested && <Conclusion name="Callback">Asked to be called again</Conclusion>}
        {analysis.opt_out && <Conclusion name="Opt-out">Asked not to be called any more</Conclusion>}
      </dl>
      <Evidence evidence={evidence} />
      {analysis.analyzed_at !== null && (
        <p class="footnote">
          {`Analysed by ${analysis.model ?? 'the model'}, agent version ${analysis.agent_version ?? 'unknown'}, `}
          <Time at={analysis.analyzed_at} exact />
        </p>
      )}
    </>
  );
};

const Conclusion = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const Evidence = ({ evidence }: Pick<Analysis, 'evidence'>) =>
  evidence.length === 0 ? null : (
    <>
      <h3>Evidence</h3>
      <ul class="evidence">
        {evidence.map(({ quote, transcript_index: index }) => (
          <li>{index === null ? <q>{quote}</q> : <a href={`#said-${index}`}>{`“${quote}”`}</a>}</li>
        ))}
      </ul>
    </>
  );

const percent = (share: number): string => `${Math.round(share * 100)}%`;
const signed = (score: number): string => `${score > 0 ? '+' : ''}${score.toFixed(2)}`;
const words = (name: string): string => capital(name.replaceAll('_', ' '));
