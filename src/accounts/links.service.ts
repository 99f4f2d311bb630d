import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { newToken, tokenHash } from '../auth/sessions.service.js';
import { newId } from '../common/new-id.adapter.js';
import { sql, type Tx } from '../database/sql.client.js';
import { SETTINGS, type Settings } from '../settings.js';
import type { SignInLink } from './sign-in-link.entity.js';

type Kind = SignInLink['kind'];

/** How long each link is good. */
const HOURS: Record<Kind, number> = { invite: 7 * 24, reset: 24, 'sign-in': 24 };

/** Whom a link lets in. */
export interface LinkHolder {
  kind: Kind;
  organizationId: string;
  organizationName: string;
  userId: string;
  email: string;
  hasPassword: boolean;
}

const HOLDER = `l.kind, l.organization_id AS "organizationId", o.name AS "organizationName", l.user_id AS "userId",
  u.email, u.password_hash IS NOT NULL AS "hasPassword"`;

/** Links that let one person in once. Only the hash of what stands in them is kept. */
@Injectable()
export class Links {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Makes a link; earlier ones of its kind for the person stop working. @returns its address, known only now */
  async make(tx: Tx, org: OrganizationId, userId: string, kind: Kind): Promise<string> {
    const token = newToken();
    await sql(tx, `DELETE FROM sign_in_links WHERE organization_id = $1 AND user_id = $2 AND kind = $3`, [
      org,
      userId,
      kind,
    ]);
    await sql(
      tx,
      `INSERT INTO sign_in_links (organization_id, id, user_id, kind, token_hash, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 hour')`,
      [org, newId(), userId, kind, tokenHash(token), HOURS[kind]],
    );
    return `${this.settings.publicBaseUrl()}/settings/link/${token}`;
  }

  /** Whom the link would let in, or null: unknown, used, too old. */
  async look(token: string): Promise<LinkHolder | null> {
    const [holder] = await sql<LinkHolder>(
      this.db,
      `SELECT ${HOLDER}
         FROM sign_in_links l JOIN users u ON u.id = l.user_id JOIN organizations o ON o.id = l.organization_id
        WHERE l.token_hash = $1 AND l.expires_at > now()`,
      [tokenHash(token)],
    );
    return holder ?? null;
  }

  /** Uses the link up; of two at once, one gets it. */
  async use(tx: Tx, token: string): Promise<LinkHolder | null> {
    const [holder] = await sql<LinkHolder>(
      tx,
      `WITH l AS (DELETE FROM sign_in_links WHERE token_hash = $1 AND expires_at > now() RETURNING *)
       SELECT ${HOLDER} FROM l JOIN users u ON u.id = l.user_id JOIN organizations o ON o.id = l.organization_id`,
      [tokenHash(token)],
    );
    return holder ?? null;
  }

  /** Whoever gets a new password has no use for older links. */
  async dropAllOf(tx: Tx, userId: string): Promise<void> {
    await sql(tx, `DELETE FROM sign_in_links WHERE user_id = $1`, [userId]);
  }
}
