import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretBox, type SecretPlace } from '../common/secret-box.service.js';
import { formatWebhookSecret, type WebhookKey, webhookKey } from '../common/signing.js';
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

  /** The old secret signs beside the new one until then. @returns the new one's text */
  rotate(endpoint: SealedParts, bothUntil: Date): string {
    const { secretSealed } = endpoint;
    const old = secretSealed ? this.box.open(secretSealed, placeOf(endpoint, 'secret_sealed')) : '';
    endpoint.previousSecretSealed = this.box.seal(old, placeOf(endpoint, 'previous_secret_sealed'));
    endpoint.previousSecretUntil = bothUntil;
    return this.issue(endpoint);
  }

  sealHeaders(endpoint: SealedParts, headers: Readonly<Record<string, string>>): void {
    endpoint.headerNames = Object.keys(headers);
    endpoint.headersSealed =
      endpoint.headerNames.length === 0
        ? null
        : this.box.seal(JSON.stringify(headers), placeOf(endpoint, 'headers_sealed'));
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
}

const placeOf = ({ organizationId, id }: SealedParts, column: string): SecretPlace => ({
  organizationId,
  table: 'webhook_endpoints',
  column,
  id,
});
