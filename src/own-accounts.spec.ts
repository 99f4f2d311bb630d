import { loadConfig } from './config.js';
import { ownAccountsOf } from './own-accounts.js';

const TWILIO = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token' };
const READY = {
  PUBLIC_BASE_URL: 'https://calls.example.com',
  SECRET_KEY: 'q8Zp1xV7nR4tK2mB9wL5cJ3hF6dS0gYa',
  LLM_MODEL: 'large',
};

describe('accounts that organizations bring', () => {
  it.each<[string, Record<string, string>, ReturnType<typeof ownAccountsOf>]>([
    ["at Twilio, where the service's own is", { ...TWILIO, ...READY }, { name: 'twilio', baseUrl: null }],
    [
      'at the simulator that the operator named',
      { ...TWILIO, TWILIO_API_BASE_URL: 'http://127.0.0.1:4010' },
      { name: 'simulator', baseUrl: 'http://127.0.0.1:4010' },
    ],
    ['at Twilio, once all is set that real calls need', READY, { name: 'twilio', baseUrl: null }],
    ['nowhere without a public address', { ...READY, PUBLIC_BASE_URL: '' }, null],
    ['nowhere without https', { ...READY, PUBLIC_BASE_URL: 'http://calls.example.com' }, null],
    ['nowhere with a key that was made up', { ...READY, SECRET_KEY: '' }, null],
    ['nowhere with a script for a model', { ...READY, LLM: 'scripted' }, null],
    ['nowhere on a fresh start', {}, null],
  ])('are %s', (_, env, where) => {
    expect(ownAccountsOf(loadConfig(env))).toEqual(where);
  });
});
