import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { AppError, Conflict } from '../common/app-error.js';
import { SecretBox, type SecretPlace } from '../common/secret-box.service.js';
import { sql, type Tx } from '../database/sql.client.js';
import type { IdempotentRequest } from './idempotency-key.js';

/** What is remembered of a successful answer. */
export interface RememberedAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

const contactsOf = new WeakMap<Tx, string>();

/** Says which contact the answer of this transaction's request will speak of, so that erasure finds it. */
export function answersAbout(tx: Tx, contactId: string): void {
  contactsOf.set(tx, contactId);
}

/** Remembers answers by key in the transaction of their effect: both are committed or neither is. */
@Injectable()
export class Idempotency {
  constructor(private readonly secrets: SecretBox) {}

  /**
   * The remembered answer, or null when the request is new; then this transaction holds the key until it ends.
   * @throws AppError 409 while another request with the key is running, 422 for another request with the key
   */
  async begin(tx: Tx, request: IdempotentRequest): Promise<RememberedAnswer | null> {
    const [lock] = await sql<{ held: boolean }>(tx, `SELECT pg_try_advisory_xact_lock($1::bigint) AS held`, [
      request.keyHash.readBigInt64BE().toString(),
    ]);
    if (!lock?.held) {
      throw new Conflict(
        'idempotency_in_progress',
        'A request with this idempotency key is still in progress',
        {
          'Retry-After': '1',
        },
      );
    }
    const [kept] = await sql<{ requestHash: Buffer; answer: Buffer }>(
      tx,
      `SELECT request_hash AS "requestHash", answer FROM idempotency_keys
        WHERE organization_id = $1 AND key_hash = $2 AND created_at > now() - interval '24 hours'`,
      [request.organizationId, request.keyHash],
    );
    if (!kept) return null;
    if (!kept.requestHash.equals(request.requestHash))
      throw new AppError(422, 'idempotency_key_reused', 'Idempotency key reused with a different request');
    return JSON.parse(this.secrets.open(kept.answer, placeOf(request))) as RememberedAnswer;
  }

  /** Forgets what was answered about a contact, but not that it was answered: a repeated request still acts once. */
  async blankAnswersAbout(tx: Tx, org: OrganizationId, contactId: string): Promise<void> {
    const kept = await sql<Kept>(
      tx,
      `SELECT key_hash AS "keyHash", answer FROM idempotency_keys WHERE organization_id = $1 AND contact_id = $2`,
      [org, contactId],
    );
    for (const { keyHash, answer } of kept) {
      const place = placeOf({ organizationId: org, keyHash });
      const { status, headers } = JSON.parse(this.secrets.open(answer, place)) as RememberedAnswer;
      await sql(
        tx,
        `UPDATE idempotency_keys SET answer = $3, contact_id = NULL WHERE organization_id = $1 AND key_hash = $2`,
        [org, keyHash, this.secrets.seal(JSON.stringify({ status, headers, body: null }), place)],
      );
    }
  }

  async remember(tx: Tx, request: IdempotentRequest, answer: RememberedAnswer): Promise<void> {
    await sql(
      tx,
      `INSERT INTO idempotency_keys (organization_id, key_hash, request_hash, status, answer, contact_id)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (organization_id, key_hash) DO UPDATE SET
         request_hash = excluded.request_hash, status = excluded.status, answer = excluded.answer,
         contact_id = excluded.contact_id, created_at = now()`,
      [
        request.organizationId,
        request.keyHash,
        request.requestHash,
        answer.status,
        this.secrets.seal(JSON.stringify(answer), placeOf(request)),
        contactsOf.get(tx) ?? null,
      ],
    );
  }
}

type Kept = { keyHash: Buffer; answer: Buffer };

const placeOf = ({ organizationId, keyHash }: Omit<IdempotentRequest, 'requestHash'>): SecretPlace => ({
  organizationId,
  table: 'idempotency_keys',
  column: 'answer',
  id: keyHash.toString('hex'),
});
