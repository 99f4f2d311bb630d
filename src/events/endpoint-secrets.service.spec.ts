import { SecretBox } from '../common/secret-box.service.js';
import { signedHeaders, webhookHeaders } from '../common/signing.js';
import { EndpointSecrets, type SealedParts } from './endpoint-secrets.service.js';

const secrets = new EndpointSecrets(
  new SecretBox({ current: 'c7f1a9d2e85b4036917fd2c8e0b3a6f54d1c92e87a03bf65', previous: [] }),
);
const message = { id: 'e1', timestamp: new Date('2026-01-15T10:30:00.000Z'), body: '{}' };

const anEndpoint = (): SealedParts => ({
  organizationId: 'org-1',
  id: 'endpoint-1',
  secretSealed: null,
  previousSecretSealed: null,
  previousSecretUntil: null,
  headersSealed: null,
  headerNames: [],
});

/** How a message is signed by whoever opened the endpoint at one moment, and signs at another. */
const signatureAt = (endpoint: SealedParts, opened: Date, now: Date): string =>
  signedHeaders(message, secrets.open(endpoint, opened).keysAt(now))['webhook-signature'];

const signatureBy = (...texts: string[]): string => webhookHeaders(message, texts)['webhook-signature'];

describe('the secrets of an endpoint', () => {
  const until = new Date('2026-01-16T10:30:00.000Z');
  const justBefore = new Date(until.getTime() - 1);
  const justAfter = new Date(until.getTime() + 1);

  it('sign together, the new one first, until the very millisecond at which the old one ends', () => {
    const endpoint = anEndpoint();
    const old = secrets.issue(endpoint);
    const fresh = secrets.rotate(endpoint, until);
    const signed = [justBefore, until, justAfter].map((now) => signatureAt(endpoint, justBefore, now));
    expect(signed).toEqual([signatureBy(fresh, old), signatureBy(fresh), signatureBy(fresh)]);
    for (const late of [until, justAfter]) expect(signatureAt(endpoint, late, late)).toBe(signatureBy(fresh));
  });

  it('of which one was never rotated sign alone', () => {
    const endpoint = anEndpoint();
    const only = secrets.issue(endpoint);
    expect(signatureAt(endpoint, justAfter, justAfter)).toBe(signatureBy(only));
  });

  it('are the two newest when they are rotated twice', () => {
    const endpoint = anEndpoint();
    secrets.issue(endpoint);
    const second = secrets.rotate(endpoint, until);
    const third = secrets.rotate(endpoint, until);
    expect(signatureAt(endpoint, justBefore, justBefore)).toBe(signatureBy(third, second));
  });

  it('are 32 bytes that nobody can guess', () => {
    const made = Array.from({ length: 20 }, () => secrets.issue(anEndpoint()));
    expect(new Set(made).size).toBe(20);
    for (const secret of made) expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
  });
});
