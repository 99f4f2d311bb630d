import { intakeUrl } from './intake-url.js';

describe('the address of a mapping', () => {
  const mapping = { organizationId: 'org-1', id: 'map-1' };

  it.each([
    [
      'https://x.example',
      undefined,
      'https://x.example/api/contacts/flex?orgId=org-1&apiKey=INTAKE_KEY&mapId=map-1',
    ],
    [
      'https://x.example/',
      'vap_1',
      'https://x.example/api/contacts/flex?orgId=org-1&apiKey=vap_1&mapId=map-1',
    ],
    [
      'https://x.example/v/',
      'vap_1',
      'https://x.example/v/api/contacts/flex?orgId=org-1&apiKey=vap_1&mapId=map-1',
    ],
  ])('under %s with the key %s', (baseUrl, key, url) => {
    expect(intakeUrl(baseUrl, mapping, key)).toBe(url);
  });
});
