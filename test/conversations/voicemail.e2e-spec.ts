import { aLine, anAgentWith, NUMBERS, OWN_NUMBER, type Line } from '../calls/line.js';

const MESSAGE = 'Ava from Acme here. Please call us back. Goodbye.';

/** Machines that pick up, between the service and the simulated carrier: a mailbox greets, gives a tone and records. */

let line: Line;
let agentId: string;

beforeAll(async () => {
  line = await aLine({ pace: 0.3, settings: { conversationTimings: { tone: 600 } } });
  agentId = await anAgentWith(line, {
    voicemail: { action: 'leave_message', message: MESSAGE },
  });
});
afterEach(() => line.simulator.setKnobs({}));
afterAll(() => line.stop());

async function callsMailbox(agent = agentId) {
  const id = await line.call(NUMBERS.voicemail, { agentId: agent, fromNumber: OWN_NUMBER });
  const call = await line.over(id);
  const sid = call['enhanced_context'].telephony.carrier_call_id as string;
  const seen = line.simulator.calls().find((one) => one.sid === sid);
  if (!seen) throw new Error('the carrier does not know the call');
  return { call, seen };
}

/** What a mailbox has on its tape: an answer to its first words may still be on its way when it gives the tone. */
const recordedBy = ({ conversation }: { conversation: readonly { text: string }[] }): string =>
  conversation
    .slice(conversation.findIndex(({ text }) => text === '(tone)') + 1)
    .map(({ text }) => text)
    .join(' ');
const LAST = new RegExp(`${MESSAGE}$`);

const ENDED = {
  status: 'completed',
  ended_reason: 'voicemail',
  went_to_voicemail: true,
};

describe('a mailbox that picks up', () => {
  it('is left the message behind its tone, all of it, and then the agent hangs up', async () => {
    const { call, seen } = await callsMailbox();
    expect(recordedBy(seen)).toMatch(LAST);
    expect(call).toMatchObject({ ...ENDED, enhanced_context: { answered_by: { result: 'voicemail' } } });
    expect(call['transcript_formatted'].at(-1)).toMatchObject({
      speaker: 'agent',
      text: MESSAGE,
      interrupted: false,
      text_unspoken: null,
    });
    const told = (await line.told(call['id'] as string)).map(({ type }) => type);
    expect(told.filter((type) => type === 'call.voicemail_detected')).toHaveLength(1);
  });

  it('is known by its words where the carrier detects nothing', async () => {
    line.simulator.setKnobs({ dropCallbacks: ['detection'] });
    const { call, seen } = await callsMailbox();
    expect(recordedBy(seen)).toMatch(LAST);
    expect(call).toMatchObject({
      ...ENDED,
      enhanced_context: {
        answered_by: { result: 'voicemail', method: 'transcript', detected_at_ms: expect.any(Number) },
      },
    });
    expect(call['turn_events']).toContainEqual(
      expect.objectContaining({
        type: 'voicemail.detected',
        actor: 'platform',
        data: { method: 'transcript' },
      }),
    );
  });

  it('is known by the end of its greeting, which the carrier detects, where its words say nothing', async () => {
    line.simulator.setKnobs({ script: [{ say: 'Ada Lovelace.' }, { silence: 60 }] });
    const { call, seen } = await callsMailbox();
    expect(seen.deliveries.find(({ kind }) => kind === 'detection')?.result).toBe(204);
    expect(recordedBy(seen)).toMatch(LAST);
    expect(call).toMatchObject({
      ...ENDED,
      enhanced_context: {
        answered_by: { result: 'voicemail', method: 'carrier', detected_at_ms: expect.any(Number) },
      },
    });
  });

  it('is hung up on at its first words when there is no message for it', async () => {
    const { call, seen } = await callsMailbox(await anAgentWith(line, { voicemail: { action: 'hang_up' } }));
    expect(seen.conversation).not.toContainEqual({ who: 'customer', text: '(tone)' });
    expect(call).toMatchObject(ENDED);
  });
});
