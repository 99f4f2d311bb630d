import { CopyButton } from '../shared/copy.js';
import { JsonView } from '../shared/json-view.js';

interface PayloadProps {
  text: string;
  /** As it is sent, byte for byte: only that agrees with its signature. */
  body: string;
}

/** What is posted to endpoints, to read and to copy. */
export const Payload = ({ text, body }: PayloadProps) => {
  const value: unknown = JSON.parse(body);
  return (
    <section class="payload" aria-labelledby="payload">
      <div class="section-head">
        <h2 id="payload">Payload</h2>
        <CopyButton value={body} label="payload" />
      </div>
      <p>{text}</p>
      <JsonView label="Body as JSON" value={value} />
    </section>
  );
};
