import type { Frame } from '../layouts/frame.js';
import { Shell } from '../layouts/shell.js';
import { ErrorSummary } from '../shared/error-summary.js';
import { type FormProblem, TextField } from '../shared/field.js';
import { Form, FormButtons } from '../shared/form.js';
import { PageHead } from '../shared/page-head.js';
import { Unspaced } from '../shared/parts.js';
import { Time } from '../shared/time.js';
import { TagList } from './tag-list.js';

const LIST = { href: '/settings/contacts', label: 'Contacts' };

const pathOf = (id: string): string => `${LIST.href}/${id}`;

interface Side {
  id: string;
  /** Not the other one's. */
  name: string;
  /** What is typed to confirm that it goes. */
  typed: string;
  version: string;
  callCount: number;
  createdAt: Date;
}

interface ComparedField {
  name: string;
  label: string;
  own: string;
  other: string;
  fromOther: boolean;
}

/** What both know besides: the value that survives, and the other contact's where that is lost. */
interface MergedVariable {
  name: string;
  kept: string;
  lost: string | null;
}

export interface MergeProps {
  frame: Frame;
  stays: Side;
  goes: Side;
  rows: readonly ComparedField[];
  tags: readonly string[];
  variables: readonly MergedVariable[];
  /** Numbers of both that are on the do-not-call list. */
  blocked: readonly string[];
  /** What was typed to confirm, where it was something else. */
  answer: string;
  problems: readonly FormProblem[];
}

const confirmLabel = ({ typed }: Side): string => `Type “${typed}” to confirm`;

/** Whose how many calls are, where there are any: ` (3 of Ada, none of Augusta)`. */
function callsOf(...sides: readonly Side[]): string {
  if (sides.every(({ callCount }) => callCount === 0)) return '';
  const counts = sides.map(
    ({ callCount, name }) => `${callCount === 0 ? 'none' : callCount.toLocaleString('en')} of ${name}`,
  );
  return ` (${counts.join(', ')})`;
}

/** Both contacts side by side, and which value of each field survives. */
export const MergePage = ({ frame, stays, goes, rows, tags, variables, blocked, ...props }: MergeProps) => (
  <Shell title={`Merge ${goes.name} into ${stays.name} · Contacts`} frame={frame}>
    <PageHead
      title={`Merge ${goes.name} into ${stays.name}`}
      from={[
        LIST,
        { href: pathOf(stays.id), label: stays.name },
        { href: `${pathOf(stays.id)}/merge`, label: 'Merge' },
      ]}
      purpose="Choose what the contact keeps of each."
    >
      <a class="button quiet" href={`${pathOf(goes.id)}/merge/${stays.id}`}>
        Keep the other contact
      </a>
    </PageHead>
    <Form frame={frame} action={`${pathOf(stays.id)}/merge/${goes.id}`} class="form compare">
      <ErrorSummary problems={props.problems} labels={{ confirm: confirmLabel(goes) }} />
      <input type="hidden" name="version" value={stays.version} />
      <input type="hidden" name="other_version" value={goes.version} />
      <div class="table" role="region" aria-label="Both contacts" tabIndex={0}>
        <table>
          <caption class="unseen">Both contacts</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <Head title="Stays" side={stays} />
              <Head title="Goes" side={goes} />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                <th scope="row">{row.label}</th>
                <Value row={row} value={row.own} choice="own" chosen={!row.fromOther} />
                <Value row={row} value={row.other} choice="other" chosen={row.fromOther} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(tags.length > 0 || variables.length > 0) && (
        <dl class="facts">
          {tags.length > 0 && (
            <>
              <dt>Tags of both</dt>
              <dd>
                <TagList tags={tags} />
              </dd>
            </>
          )}
          {variables.length > 0 && (
            <>
              <dt>Variables of both</dt>
              <dd>
                <ul>
                  {variables.map((variable) => (
                    <Variable {...variable} goes={goes.name} />
                  ))}
                </ul>
              </dd>
            </>
          )}
        </dl>
      )}
      {blocked.length > 0 && (
        <p class="caution" role="note">
          <strong>{`${blocked.join(', ')} ${blocked.length === 1 ? 'is' : 'are'} on the do-not-call list.`}</strong>{' '}
          Merging takes no number off it. The other numbers may still be called.
        </p>
      )}
      <ul class="consequences">
        <li>{`Calls${callsOf(stays, goes)}, intakes, tags and variables of both come together.`}</li>
        <li>The number that is not kept still leads here: in webhooks, calls and searches.</li>
        <li>The other contact goes. This cannot be undone.</li>
      </ul>
      <TextField
        name="confirm"
        label={confirmLabel(goes)}
        value={props.answer}
        autocomplete="off"
        spellcheck={false}
        problems={props.problems}
      />
      <FormButtons submit="Merge contacts" tone="danger" back={pathOf(stays.id)} />
    </Form>
  </Shell>
);

const Variable = ({ name, kept, lost, goes }: MergedVariable & { goes: string }) => (
  <li>
    <code>{name}</code>
    {`: ${kept}`}
    {lost !== null && <small>{`${goes} has “${lost}”, which is lost.`}</small>}
  </li>
);

const Head = ({ title, side }: { title: string; side: Side }) => (
  <th scope="col">
    {`${title}: ${side.name}, created `}
    <Time at={side.createdAt} />
  </th>
);

interface ValueProps {
  row: ComparedField;
  value: string;
  choice: 'own' | 'other';
  chosen: boolean;
}

/** A value to choose; where only one of them has any, there is nothing to choose. */
const Value = ({ row, value, choice, chosen }: ValueProps) => {
  if (value === '') return <td class="none">–</td>;
  const isChoice = row.own !== '' && row.other !== '' && row.own !== row.other;
  const id = `${row.name}-${choice}`;
  return (
    <td class="wrap">
      {isChoice ? (
        <span class="kept">
          <input type="radio" id={id} name={row.name} value={choice} checked={chosen} />
          <label for={id}>
            <span class="unseen">{`${row.label}: `}</span>
            <Unspaced text={value} />
          </label>
        </span>
      ) : (
        <Unspaced text={value} />
      )}
    </td>
  );
};
