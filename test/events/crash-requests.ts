import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { NUMBERS } from '../calls/line.js';
import type { Client } from '../support/client.js';
import type { Mapping } from '../support/mappings.js';

/** Who sends requests, and what was acknowledged so far that further requests can be about. */
export interface Sender {
  client: Client;
  agentId: string;
  form: Mapping;
  /** Where whatever is sent is answered with 410. */
  goneUrl: string;
  contacts: { id: string; phone: string }[];
  /** Contacts that nobody has put on the do-not-call list yet. */
  unlisted: { id: string; phone: string }[];
  calls: string[];
}

/** One request, the nth of its kind. @returns the change as the ledger names it, once that was acknowledged */
type Request = (sender: Sender, nth: number) => Promise<string | null>;

/**
 * Whom calls are made to, by the end of the number: who does not answer, in each of the ways there are, a machine, and
 * people who talk, want somebody else, or hang up.
 */
const CALLED = [
  NUMBERS.cooperative,
  NUMBERS.busy,
  NUMBERS.voicemail,
  NUMBERS.noAnswer,
  NUMBERS.asksForAPerson,
  NUMBERS.failed,
  NUMBERS.hangsUp,
].map((number) => number.slice(5));
/**
 * Every area code there is: each call goes to another number, as far as they reach. Of two lost dials to one number nobody
 * could say which of the carrier's calls is which: both wait, and end as unknown minutes later.
 */
const AREAS = Array.from({ length: 800 }, (_, index) => 200 + index).filter((area) =>
  isValidPhoneNumber(`+1${area}${CALLED[0]}`),
);

const numberOf = (call: number): string =>
  `+1${AREAS[Math.floor(call / CALLED.length) % AREAS.length]}${CALLED[call % CALLED.length]}`;

/** One of them; others follow with the next requests. */
const oneOf = <T>(all: readonly T[], nth: number): T | undefined => all[nth % all.length];

const aCall: Request = async ({ client, agentId, calls }, nth) => {
  const { status, body } = await client.post('/api/agents/call', { agentId, phoneNumber: numberOf(nth) });
  if (status !== 201) return null;
  calls.push(body.callId);
  return body.callId;
};

const aNote: Request = async ({ client, calls }, nth) => {
  const call = oneOf(calls, nth);
  if (!call) return null;
  const { status, body } = await client.post(`/api/calls/${call}/notes`, { body: `Note ${nth}` });
  return status === 201 ? body.id : null;
};

/** @returns its id, after others were told of it */
function made({ contacts, unlisted }: Sender, id: string, phone: string): string {
  contacts.push({ id, phone });
  unlisted.push({ id, phone });
  return id;
}

const aContact: Request = async (sender, nth) => {
  const phone = `+1312${4_000_000 + nth}`;
  const { status, body } = await sender.client.post('/api/contacts', { phone });
  return status === 201 ? made(sender, body.id, phone) : null;
};

const anUpdate: Request = async ({ client, contacts }, nth) => {
  const contact = oneOf(contacts, nth);
  if (!contact) return null;
  const { status, headers } = await client.patch(`/api/contacts/${contact.id}`, {
    company: `Company ${nth}`,
  });
  const [, version] = /^W\/"(\d+)\./.exec(headers.get('etag') ?? '') ?? [];
  return status === 200 ? `${contact.id} in state ${version}` : null;
};

const anOptOut: Request = async ({ client, unlisted }) => {
  const contact = unlisted.shift();
  if (!contact) return null;
  const { status } = await client.patch(`/api/contacts/${contact.id}`, { do_not_call: true });
  return status === 200 ? contact.phone : null;
};

/** A form that was filled in: by somebody new, and by somebody known, in turn. */
const aForm: Request = async (sender, nth) => {
  const known = nth % 2 === 1 ? oneOf(sender.contacts, nth) : undefined;
  const phone = known?.phone ?? `+1312${5_000_000 + nth}`;
  const { status, body } = await sender.form.post({ phone, firstName: `Name ${nth}` });
  if (status === 201) return made(sender, body.contactId, phone);
  return status === 200 ? body.contactId : null;
};

const aFormWithoutNumber: Request = async ({ form }, nth) => {
  const posted = JSON.stringify({ firstName: `Name ${nth}` });
  const { status } = await form.post(posted);
  return status === 400 ? posted : null;
};

/** An endpoint that is disabled with the first event that it gets: until then nothing happens that is told. */
const anEndpointThatIsGone: Request = async ({ client, goneUrl }) => {
  await client.post('/api/webhook-endpoints', { url: goneUrl, event_types: ['contact.opted_out'] });
  return null;
};

/** What is sent, each by so many at once. */
export const REQUESTS: readonly { request: Request; atOnce: number }[] = [
  { request: aContact, atOnce: 2 },
  { request: anUpdate, atOnce: 2 },
  { request: anOptOut, atOnce: 1 },
  { request: aForm, atOnce: 2 },
  { request: aFormWithoutNumber, atOnce: 1 },
  { request: aCall, atOnce: 4 },
  { request: aNote, atOnce: 1 },
  { request: anEndpointThatIsGone, atOnce: 1 },
];
