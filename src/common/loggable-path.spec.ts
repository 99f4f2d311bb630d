import { loggablePath } from './loggable-path.js';

const ID = '01980000-0000-7000-8000-000000000000';

describe('the path in a log', () => {
  it.each([
    ['/', '/'],
    ['/api/webhook-mappings', '/api/webhook-mappings'],
    [`/api/calls/${ID}/notes`, `/api/calls/${ID}/notes`],
    ['/openapi.json', '/openapi.json'],
    ['/api/calls?phone_number=%2B13125550173', '/api/calls'],
    ['/api/calls/+13125550173', '/api/calls/…'],
    ['/api/calls/3125550173', '/api/calls/…'],
    ['/api/contacts/ada@example.com', '/api/contacts/…'],
    ['/api/contacts/Ada%20Lovelace', '/api/contacts/…'],
    [
      `/api/voice/twilio/${ID}/${ID}/q8Zp1xV7nR4tK2mB9wL5cJ3h/status`,
      `/api/voice/twilio/${ID}/${ID}/…/status`,
    ],
    ['/api/voice/abcdefabcdefabcdefabcdefabcdefab', '/api/voice/…'],
    ['http://elsewhere.example/api?x', '…//elsewhere.example/api'],
    ['', ''],
  ])('%s is logged as %s', (url, logged) => {
    expect(loggablePath(url)).toBe(logged);
  });
});
