import { Injectable } from '@nestjs/common';
import { ActionExecutions } from '../calls/action-executions.service.js';
import { CONTACT_LIMITS, emailOf } from '../contacts/contact-fields.js';
import { CallContacts } from '../contacts/call-contacts.service.js';
import { DoNotCallList } from '../contacts/do-not-call.service.js';
import type { Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import { redactSecrets, storable } from '../common/redact-secrets.js';
import type { ToolArguments } from './tool-arguments.js';
import { failed, succeeded, type ToolOutcome } from './tool-outcome.js';
import type { ToolCallPlace } from './tool-call-place.js';

export type ContactTool = 'update_contact' | 'add_tag' | 'opt_out';

/** Does the work; whether anything was changed by it. */
type Work = (tx: Tx) => Promise<boolean>;

/**
 * Tools that write into the organization's own rows. Each acts in one transaction with the row that says so. What is
 * so already is done: a repetition changes nothing and leaves no second row.
 */
@Injectable()
export class ContactTools {
  constructor(
    private readonly transactions: Transactions,
    private readonly actions: ActionExecutions,
    private readonly contacts: CallContacts,
    private readonly doNotCall: DoNotCallList,
  ) {}

  async run(name: ContactTool, args: ToolArguments, place: ToolCallPlace): Promise<ToolOutcome> {
    const work = this.workOf(name, args, place);
    if (typeof work === 'string') return failed(work);
    const startedAt = new Date();
    await this.transactions.run(async (tx) => {
      if (!(await work(tx))) return;
      const action = await this.actions.begin(tx, place.org, {
        ...place.at,
        callId: place.callId,
        name,
        type: name,
        trigger: 'in_call',
        request: redactSecrets(args),
        idempotencyKey: null,
        startedAt,
      });
      const end = { status: 'succeeded', response: null, error: null, completedAt: new Date() } as const;
      await this.actions.end(tx, place.org, action, end);
    });
    return succeeded('Done', name === 'opt_out' ? { kind: 'opted-out' } : undefined);
  }

  /** What is to be done, or what the model is told is wrong. */
  private workOf(name: ContactTool, args: ToolArguments, place: ToolCallPlace): Work | string {
    if (name === 'opt_out') return this.optOut(args, place);
    const { contactId } = place;
    if (contactId === null) return 'The customer is unknown';
    const facts = name === 'add_tag' ? tagOf(args) : fieldsOf(args);
    return typeof facts === 'string' ? facts : (tx) => this.contacts.learn(tx, place.org, contactId, facts);
  }

  private optOut(args: ToolArguments, { org, callId, customerNumber }: ToolCallPlace): Work | string {
    if (customerNumber === null) return 'The number of the customer is unknown';
    const reason = textOf(args.reason)?.slice(0, 500) ?? null;
    return (tx) => this.doNotCall.add(tx, org, 'system', { number: customerNumber, callId, reason });
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? storable(value.trim()) : null;

function tagOf(args: ToolArguments): { tags: string[] } | string {
  const tag = textOf(args.tag);
  return tag && tag.length <= CONTACT_LIMITS.tag
    ? { tags: [tag] }
    : `A tag has 1 to ${CONTACT_LIMITS.tag} characters`;
}

/** What was said; what is empty was not. */
function fieldsOf(args: ToolArguments) {
  const said = Object.entries(args).flatMap(([name, value]) => {
    const text = textOf(value);
    return text ? [[name, text] as const] : [];
  });
  if (said.length === 0) return 'Nothing to change was given';
  if (said.some(([, text]) => text.length > CONTACT_LIMITS.name)) return 'A value is too long';
  const { first_name: firstName, last_name: lastName, company, email } = Object.fromEntries(said);
  const address = email === undefined ? undefined : emailOf(email);
  if (address === null) return 'The e-mail address is none: ask for it again, letter by letter';
  return { firstName, lastName, company, email: address };
}
