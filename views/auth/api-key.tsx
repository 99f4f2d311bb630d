import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { CodeBlock } from '../shared/code-block.js';
import { ConfirmPage } from '../shared/confirm-page.js';
import { Copy } from '../shared/copy.js';
import type { FormProblem } from '../shared/field.js';
import { PageHead } from '../shared/page-head.js';
import { Time } from '../shared/time.js';

const KEYS = { href: '/settings/api-keys', label: 'API keys' };

export interface KeyMadeProps {
  frame: Frame;
  name: string;
  text: string;
  organizationId: string;
  /** A request that shows whether it works; null for a key that can read nothing. */
  example: string | null;
}

/** A key just made: the only page that shows it. */
export const KeyMadePage = ({ frame, name, text, organizationId, example }: KeyMadeProps) => (
  <Shell title={`${name} · API keys`} frame={frame}>
    <PageHead title={name} from={KEYS} />
    <div class="secret">
      <p>
        <strong>Copy the key now.</strong> It is shown this once; only a fingerprint of it is kept.
      </p>
      <Copy value={text} label="key" />
    </div>
    <dl class="facts">
      <dt>Organization ID</dt>
      <dd>
        <Copy value={organizationId} label="organization id" />
      </dd>
    </dl>
    {example !== null && <CodeBlock label="Try it" code={example} />}
    <p class="buttons">
      <a class="button primary" href={KEYS.href}>
        I have copied it
      </a>
    </p>
  </Shell>
);

export interface KeyQuestionProps {
  frame: Frame;
  id: string;
  act: 'rotate' | 'revoke';
  name: string;
  lastFour: string;
  scopes: string;
  createdAt: Date;
  /** Who made it; null where the log does not tell. */
  creator: string | null;
  lastUsedAt: Date | null;
  problems: readonly FormProblem[];
}

const QUESTIONS = {
  rotate: {
    verb: 'Rotate',
    consequences: [
      'You get a new key with the same name and scopes; it is shown once.',
      'The old one goes on working for 24 hours, so that you can change over.',
    ],
  },
  revoke: {
    verb: 'Revoke',
    consequences: [
      'The key stops working everywhere within five seconds: programs that use it are refused with 401.',
      'A revoked key cannot be activated again. Make a new one for programs that go on.',
    ],
  },
};

/** Asks before a key ends, and says which one it is. */
export const KeyQuestionPage = (props: KeyQuestionProps) => {
  const { frame, id, act, name, problems } = props;
  const { verb, consequences } = QUESTIONS[act];
  return (
    <ConfirmPage
      frame={frame}
      title={`${verb} ${name}`}
      from={KEYS}
      action={`${KEYS.href}/${id}/${act}`}
      button={`${verb} API key`}
      tone={act === 'revoke' ? 'danger' : 'primary'}
      consequences={consequences}
      problems={problems}
    >
      <dl class="facts">
        <dt>Key</dt>
        <dd>
          <code>…{props.lastFour}</code>
        </dd>
        <dt>Scopes</dt>
        <dd>{props.scopes}</dd>
        <dt>Created</dt>
        <dd>
          <Time at={props.createdAt} exact />
          {props.creator !== null && ` by ${props.creator}`}
        </dd>
        <dt>Last used</dt>
        <dd>
          <Time at={props.lastUsedAt} />
        </dd>
      </dl>
    </ConfirmPage>
  );
};
