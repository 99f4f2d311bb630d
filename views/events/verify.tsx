import { CodeBlock } from '../shared/code-block.js';

export interface VerifyExample {
  language: string;
  /** Null: its standard library is enough. */
  install: string | null;
  code: string;
}

interface VerifyProps {
  examples: readonly VerifyExample[];
}

/** How a receiver knows that an event is ours: a whole one in each language. */
export const Verify = ({ examples }: VerifyProps) => (
  <section aria-labelledby="verify">
    <h2 id="verify">Verify what you receive</h2>
    <How examples={examples} />
  </section>
);

/** For whom it works already. */
export const FoldedVerify = ({ examples }: VerifyProps) => (
  <details class="more verify">
    <summary>Verify what you receive</summary>
    <How examples={examples} />
  </details>
);

const How = ({ examples }: VerifyProps) => (
  <>
    <p>
      Every request is signed as Standard Webhooks says. Check the signature over the raw body with the
      endpoint’s secret, answer 2xx within 15 seconds, and drop a <code>webhook-id</code> that you have seen.
    </p>
    {examples.map(({ language, install, code }, index) => (
      <details class="more example" open={index === 0}>
        <summary>{language}</summary>
        {install !== null && <CodeBlock label="Install" code={install} />}
        <CodeBlock label={`A whole receiver in ${language}`} code={code} />
      </details>
    ))}
  </>
);
