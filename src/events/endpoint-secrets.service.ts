import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretBox, type SecretPlace } from '../common/secret-box.service.js';
import { formatWebhookSecret } from '../common/signing.js';
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
    const [old = ''] = this.signing(endpoint, new Date());
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

  /** The secrets that sign at this moment, the newest first. @throws SecretUnreadable */
  signing(endpoint: SealedParts, now: Date): string[] {
    const { secretSealed, previousSecretSealed, previousSecretUntil } = endpoint;
    const previous = previousSecretUntil && previousSecretUntil > now ? previousSecretSealed : null;
    return [
      ...(secretSealed ? [this.box.open(secretSealed, placeOf(endpoint, 'secret_sealed'))] : []),
      ...(previous ? [this.box.open(previous, placeOf(endpoint, 'previous_secret_sealed'))] : []),
    ];
  }

  /** @throws SecretUnreadable */
  headers(endpoint: SealedParts): Record<string, string> {
    const { headersSealed } = endpoint;
    return headersSealed
      ? (JSON.parse(this.box.open(headersSealed, placeOf(endpoint, 'headers_sealed'))) as Record<
          string,
          string
        >)
      : {};
  }
}

const placeOf = ({ organizationId, id }: SealedParts, column: string): SecretPlace => ({
  organizationId,
  table: 'webhook_endpoints',
  column,
  id,
});
