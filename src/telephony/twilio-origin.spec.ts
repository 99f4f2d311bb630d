import { originOf } from './twilio-origin.js';

describe('where a request of the SDK goes', () => {
  it.each([
    ['https://api.twilio.com', 'https://api.twilio.com/2010-04-01/Accounts', 'https://api.twilio.com'],
    ['https://api.twilio.com', 'https://insights.twilio.com/v1/Voice', 'https://insights.twilio.com'],
    [
      'https://api.dublin.ie1.twilio.com',
      'https://insights.twilio.com/v1/Voice',
      'https://insights.dublin.ie1.twilio.com',
    ],
    // The SDK puts the region of its own environment in; the configured one counts.
    [
      'https://api.twilio.com',
      'https://insights.sydney.au1.twilio.com/v1/Voice',
      'https://insights.twilio.com',
    ],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/2010-04-01/Accounts', 'http://127.0.0.1:4010'],
    ['http://127.0.0.1:4010', 'https://insights.twilio.com/v1/Voice', 'http://127.0.0.1:4010'],
    ['https://api.carrier.example', 'https://insights.twilio.com/v1/Voice', 'https://api.carrier.example'],
    ['https://api.nottwilio.com', 'https://insights.twilio.com/v1/Voice', 'https://api.nottwilio.com'],
  ])('with %s, %s goes to %s', (configured, asked, origin) => {
    const { protocol, host } = originOf(new URL(configured), new URL(asked));
    expect(`${protocol}//${host}`).toBe(origin);
  });
});
