import { welcome } from './banner.js';

const demo = {
  organizationId: 'the-organization',
  apiKey: 'the-key',
  agentId: 'the-agent',
  mappingId: 'the-mapping',
  intakeApiKey: 'the-intake-key',
};

const link = { purpose: 'Open the demo', url: 'http://127.0.0.1:3000/settings/link/the-token' };

describe('what is printed at the start', () => {
  it('says where everything is', () => {
    const text = welcome({ url: 'http://127.0.0.1:3000', carrier: 'twilio', demo: null, link: null });
    for (const place of ['/settings', '/docs', '/api'])
      expect(text).toContain(`http://127.0.0.1:3000${place}`);
    expect(text).not.toContain('simulated');
  });

  it('the first start gives three requests that work when pasted', () => {
    const text = welcome({ url: 'http://127.0.0.1:3000', carrier: 'simulator', demo, link });
    expect(text.match(/^ {2}curl /gm)).toHaveLength(3);
    for (const value of Object.values(demo)) expect(text).toContain(value);
    expect(text).toContain(link.url);
    expect(text).toContain('simulated carrier');
  });

  it('a later start shows no key', () => {
    expect(
      welcome({ url: 'http://127.0.0.1:3000', carrier: 'simulator', demo: null, link: null }),
    ).not.toContain('vap_');
  });
});
