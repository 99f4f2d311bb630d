import twilio from 'twilio';
import type { CallListInstanceCreateOptions } from 'twilio/lib/rest/api/v2010/account/call.js';
import type { CallView } from '../../src/simulator/call-view.js';
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../../src/simulator/simulator.server.js';
import { Receiver, xml } from './receiver.js';

export const ACCOUNT = `AC${'1'.repeat(32)}`;
export const TOKEN = 'a-token-of-the-tests';
export const OWN_NUMBER = '+13125550199';

/** The numbers of the outcome table, and one that is not in it. */
export const NUMBERS = {
  busy: '+13125550101',
  noAnswer: '+13125550102',
  voicemail: '+13125550103',
  hangsUp: '+13125550104',
  interrupts: '+13125550105',
  asksForAPerson: '+13125550106',
  silence: '+13125550107',
  failed: '+13125550108',
  cooperative: '+13125550150',
} as const;

/** A carrier, an application and the official SDK between them. */
export interface Rig {
  readonly simulator: Simulator;
  readonly receiver: Receiver;
  readonly client: twilio.Twilio;
  /** Orders a call with all status callbacks and gives its sid. */
  call(to: string, options?: Partial<CallListInstanceCreateOptions>): Promise<string>;
  /** Orders a call, waits until everything is quiet, and gives it as the carrier remembers it. */
  callOut(to: string, options?: Partial<CallListInstanceCreateOptions>): Promise<CallView>;
  view(sid: string): CallView;
  /** Every status that was told to a path, in the order in which things happened; they may arrive in another. */
  statuses(path?: string): (string | undefined)[];
  stop(): Promise<void>;
}

/** The official SDK, pointed at this carrier. */
export function sdk(url: string, token = TOKEN, account = ACCOUNT): twilio.Twilio {
  const client = twilio(account, token, { autoRetry: false });
  client.api.baseUrl = url;
  client.insights.baseUrl = url;
  return client;
}

export async function aRig(options: Partial<SimulatorOptions> = {}): Promise<Rig> {
  const receiver = new Receiver(TOKEN);
  await receiver.start();
  receiver.reply('/twiml', xml('<Say>Hello, this is Ava.</Say><Hangup/>'));
  const simulator = await startSimulator({
    accountSid: ACCOUNT,
    authToken: TOKEN,
    numbers: [OWN_NUMBER],
    pace: 0.01,
    ...options,
  });
  const client = sdk(simulator.url);
  const order = (
    to: string,
    more: Partial<CallListInstanceCreateOptions>,
  ): CallListInstanceCreateOptions => ({
    to,
    from: OWN_NUMBER,
    url: `${receiver.url}/twiml`,
    statusCallback: `${receiver.url}/status`,
    statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
    ...more,
  });
  const view = (sid: string): CallView => {
    const found = simulator.calls().find((call) => call.sid === sid);
    if (found === undefined) throw new Error(`the carrier does not remember ${sid}`);
    return found;
  };
  const call = async (to: string, more = {}) => (await client.calls.create(order(to, more))).sid;
  return {
    simulator,
    receiver,
    client,
    call,
    view,
    statuses: (path = '/status') =>
      receiver
        .at(path)
        .map(({ params }) => params)
        .toSorted((a, b) => Number(a['SequenceNumber']) - Number(b['SequenceNumber']))
        .map((params) => params['CallStatus']),
    callOut: async (to, more) => {
      const sid = await call(to, more);
      await simulator.idle();
      return view(sid);
    },
    stop: async () => {
      await simulator.stop();
      await receiver.stop();
    },
  };
}

/** Resolves as soon as the condition holds; fails after ten seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 10_000; !holds();) {
    if (Date.now() > deadline) throw new Error(`still waiting for ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
