import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InvalidRequest } from '../common/app-error.js';
import { SecretBox, type SecretPlace } from '../common/secret-box.service.js';
import { formatWebhookSecret, type WebhookKey, webhookKey } from '../common/signing.js';
import { MOST_HEADERS } from './extra-headers.js';
import type { ChangeWebhookEndpointDto } from './webhook-endpoint.dto.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

const SECRET_BYTES = 32;

/** What of an endpoint is sealed. */
export type SealedParts = Pick<
  WebhookEndpoint,
  | 'organizationId'
  | 'id'
  | 'secretSealed'
  | 'previousSecretSealed'
  | 'previousSecretUntil'
  | 'headersSealed'
  | 'headerNames'
>;

/** What of an endpoint was sealed, ready for many requests. */
export interface OpenedParts {
  /** The keys that sign at a moment, the newest first. */
  keysAt: (now: Date) => WebhookKey[];
  /** Its extra headers. */
  headers: Readonly<Record<string, string>>;
}

type HeaderChange = Pick<ChangeWebhookEndpointDto, 'headers' | 'keep_headers'>;

/** The secrets of webhook endpoints: made, sealed and opened here. */
@Injectable()
export class EndpointSecrets {
  constructor(private readonly box: SecretBox) {}

  /** Gives the endpoint a new secret; the caller saves it. @returns the secret's text, which nobody can read again */
  issue(endpoint: SealedParts): string {
    const secret = formatWebhookSecret(randomBytes(SECRET_BYTES));
    endpoint.secretSealed = this.box.seal(secret, placeOf(endpoint, 'secret_sealed'));
    return secret;
  }

  /** The old secret, if it can be read, signs beside the new one until then. @returns the new one's text */
  rotate(endpoint: SealedParts, bothUntil: Date): string {
    const old = this.readable(endpoint.secretSealed, placeOf(endpoint, 'secret_sealed'));
    endpoint.previousSecretSealed =
      old === null ? null : this.box.seal(old, placeOf(endpoint, 'previous_secret_sealed'));
    endpoint.previousSecretUntil = old === null ? null : bothUntil;
    return this.issue(endpoint);
  }

  sealHeaders(endpoint: SealedParts, headers: Readonly<Record<string, string>>): void {
    endpoint.headerNames = Object.keys(headers);
    endpoint.headersSealed =
      endpoint.headerNames.length === 0
        ? null
        : this.box.seal(JSON.stringify(headers), placeOf(endpoint, 'headers_sealed'));
  }

  /** Seals the headers that a change gives, and those of before that it keeps. @throws InvalidRequest */
  changeHeaders(endpoint: SealedParts, { headers, keep_headers: kept = [] }: HeaderChange): void {
    const place = placeOf(endpoint, 'headers_sealed');
    const before = kept.length === 0 ? '{}' : this.readable(endpoint.headersSealed, place);
    const known = JSON.parse(before ?? '{}') as Record<string, string>;
    const values = kept.flatMap((name): [string, string][] => {
      const value = Object.hasOwn(known, name) ? known[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    });
    const after = { ...Object.fromEntries(values), ...headers };
    if (values.length < kept.length) throw cannotKeep('must name extra headers that the endpoint has');
    if (Object.keys(after).length > MOST_HEADERS)
      throw cannotKeep(`must be, with headers, at most ${MOST_HEADERS}`);
    this.sealHeaders(endpoint, after);
  }

  /** Opens what is needed from now on. @throws SecretUnreadable */
  open(endpoint: SealedParts, now: Date): OpenedParts {
    const { secretSealed, previousSecretSealed, previousSecretUntil: until } = endpoint;
    const current = this.keys(endpoint, secretSealed, 'secret_sealed');
    const previous =
      until && until > now ? this.keys(endpoint, previousSecretSealed, 'previous_secret_sealed') : [];
    const both = [...current, ...previous];
    return {
      keysAt: (instant) => (until && until > instant ? both : current),
      headers: this.headers(endpoint),
    };
  }

  private keys(endpoint: SealedParts, sealed: Buffer | null, column: string): WebhookKey[] {
    return sealed ? [webhookKey(this.box.open(sealed, placeOf(endpoint, column)))] : [];
  }

  private headers(endpoint: SealedParts): Record<string, string> {
    const { headersSealed } = endpoint;
    if (!headersSealed) return {};
    const json = this.box.open(headersSealed, placeOf(endpoint, 'headers_sealed'));
    return JSON.parse(json) as Record<string, string>;
  }

  private readable(sealed: Buffer | null, place: SecretPlace): string | null {
    return sealed && this.box.knows(sealed) ? this.box.open(sealed, place) : null;
  }
}

const cannotKeep = (issue: string): InvalidRequest =>
  new InvalidRequest('Invalid keep_headers', [{ field: 'keep_headers', in: 'body', issue }]);

const placeOf = ({ organizationId, id }: SealedParts, column: string): SecretPlace => ({
  organizationId,
  table: 'webhook_endpoints',
  column,
  id,
});
