import { aCaller, anAgentWith, NUMBERS, type Line } from '../calls/line.js';
import { aQuietCarrier } from '../calls/quiet-carrier.js';
import { eventually } from '../support/eventually.js';
import { startHttp } from '../support/loopback-server.js';
import { aMapping } from '../support/mappings.js';
import { anEndpoint, answerWith, startReceiver, type Receiver } from './receiver.js';
import { watchWrites, type Write, writesOf } from './write-ledger.js';

/** Has one of everything happen, by the ways in which it happens. @returns a call that was talked on and recorded */
export async function everything(line: Line): Promise<string> {
  const { acme } = line;
  const refusing = await startHttp((_, response) => response.writeHead(410).end());
  const agentId = await anAgentWith(line, {
    record: true,
    postCallActions: [
      { type: 'add_tag', name: 'Mark', tag: 'called', when: 'always' },
      { type: 'http_request', name: 'CRM', url: `http://127.0.0.1:${refusing}/`, when: 'always' },
    ],
  });
  const { body: contact } = await acme.post('/api/contacts', {
    phone: NUMBERS.cooperative,
    first_name: 'Ada',
  });
  await acme.patch(`/api/contacts/${contact.id}`, { company: 'Analytical Engines' });
  const talked = await line.call(NUMBERS.cooperative, { agentId });
  await line.call(NUMBERS.voicemail, { agentId });
  await line.over(talked);
  await acme.post(`/api/calls/${talked}/notes`, { body: 'Asked for Ada.' });
  await acme.patch(`/api/contacts/${contact.id}`, { do_not_call: true });
  await (await aMapping(acme)).post({ phone: 'none' });

  const gone = await startReceiver();
  gone.answer(answerWith(410));
  const { id } = await anEndpoint(acme, gone.url, {
    description: 'Our CRM',
    event_types: ['contact.created'],
  });
  await acme.post(`/api/webhook-endpoints/${id}/test`);
  const { body: tested } = await acme.get('/api/webhook-endpoints');
  await acme.post(`/api/webhook-endpoints/${tested.data.at(-1).id}/test`);
  return talked;
}

/**
 * A call that a person has taken over, as a carrier tells of it to a service of its own.
 * @returns what was written there
 */
export async function aTransfer(receiver: Receiver): Promise<Write[]> {
  const carrier = await aQuietCarrier();
  const caller = await aCaller(carrier.url);
  try {
    await watchWrites(caller.service.db);
    await anEndpoint(caller.acme, receiver.url, { event_types: ['call.transferred'] });
    const listed = { name: 'sales', phone: '+13125550142', description: 'Buying' };
    const agentId = await anAgentWith(caller, { transferDestinations: [listed] });
    const id = await caller.call(NUMBERS.cooperative, { agentId });
    const dial = await eventually(async () =>
      carrier.dials.find(({ form }) => form.get('Url')?.includes(id)),
    );
    await carrier.say(dial, 'answer');
    await carrier.say(dial, 'relay-ended', {
      SessionId: 'VX1',
      CallStatus: 'in-progress',
      SessionStatus: 'ended',
      HandoffData: JSON.stringify({ reason: 'transfer', destination: 'sales' }),
    });
    await carrier.say(dial, 'transfer-ended', {
      CallStatus: 'in-progress',
      DialCallStatus: 'completed',
      DialBridged: 'true',
      DialCallDuration: '7',
      DialCallSid: 'CA9',
    });
    await eventually(async () => receiver.of('call.transferred').length > 0);
    return await writesOf(caller.service.db);
  } finally {
    await caller.service.stop();
    await carrier.close();
  }
}
