import twilio from 'twilio';
import { type Answer, type Client, request } from '../support/client.js';
import { anAgentWith, type Line } from './line.js';

/** Accounts at the simulated carrier that organizations bring. */
export const OWN = {
  accountSid: `AC${'1'.repeat(32)}`,
  authToken: 'token-of-the-organization-7Qx2',
  numbers: ['+13125550188'],
};
export const NEXT = {
  accountSid: `AC${'2'.repeat(32)}`,
  authToken: 'token-of-its-next-account-9Zk4',
  numbers: ['+13125550177'],
};
type Account = typeof OWN;

/** An organization that may bring accounts. */
export interface Bringer {
  client: Client;
  /** Makes this the account that its calls begin with; its number leads to the agent. */
  bring(account: Account): Promise<Answer>;
  /** Starts a call from a number of the account, and gives its id. */
  call(to: string, account: Pick<Account, 'numbers'>): Promise<string>;
}

export async function aBringer(line: Line): Promise<Bringer> {
  const client = await line.service.anOrganization();
  const agentId = await anAgentWith({ acme: client, service: line.service }, { record: true });
  return {
    client,
    bring: async ({ accountSid, authToken, numbers }) => {
      await client.post('/api/phone-numbers', { number: numbers[0], agent_id: agentId });
      return client.patch('/api/organization', {
        twilio_account_sid: accountSid,
        twilio_auth_token: authToken,
      });
    },
    call: async (to, { numbers: [fromNumber] }) => {
      const order = { agentId, phoneNumber: to, fromNumber };
      const { status, body, text } = await client.post('/api/agents/call', order);
      if (status !== 201) throw new Error(`the call was not accepted: ${status} ${text}`);
      return body['callId'] as string;
    },
  };
}

/** A callback as somebody with this token sends it. */
export const callback = (url: string, params: Record<string, string>, token: string): Promise<Answer> =>
  request(url, {
    method: 'POST',
    body: new URLSearchParams(params),
    headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(token, url, params) },
  });
