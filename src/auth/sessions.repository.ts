import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { sql, type Tx } from '../database/sql.client.js';
import type { Role } from './person.js';
import type { OrganizationId } from './principal.js';

/** A session ends after this long without a page, and after this long in any case. */
const IDLE_HOURS = 12;
const ABSOLUTE_DAYS = 14;

/** Whether a session still holds. */
const ALIVE = `last_seen_at > now() - interval '${IDLE_HOURS} hours'
  AND s.created_at > now() - interval '${ABSOLUTE_DAYS} days'`;

export const SESSION_SECONDS = ABSOLUTE_DAYS * 86_400;

/** Deletes sessions that have ended by themselves. */
export const ENDED_SESSIONS = `last_seen_at <= now() - interval '${IDLE_HOURS} hours'
  OR created_at <= now() - interval '${ABSOLUTE_DAYS} days'`;

export interface FoundSession {
  organizationId: string;
  organizationName: string;
  sessionId: string;
  userId: string;
  email: string;
  role: Role;
  lastSeenAt: Date;
}

/** A session as its organization's team page lists it. */
export interface ListedSession {
  id: string;
  userId: string;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

/** Where a person signs in from. */
export interface Browser {
  userAgent: string | null;
  address: string | null;
}

@Injectable()
export class SessionsRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Whose live session has this token. */
  async find(tokenHash: Buffer): Promise<FoundSession | null> {
    const [found] = await sql<FoundSession>(
      this.db,
      `SELECT s.organization_id AS "organizationId", o.name AS "organizationName", s.id AS "sessionId",
              s.user_id AS "userId", u.email, m.role, s.last_seen_at AS "lastSeenAt"
         FROM sessions s
         JOIN memberships m ON m.organization_id = s.organization_id AND m.user_id = s.user_id
         JOIN organizations o ON o.id = s.organization_id
         JOIN users u ON u.id = s.user_id
        WHERE s.token_hash = $1 AND ${ALIVE}`,
      [tokenHash],
    );
    return found ?? null;
  }

  async touch(org: OrganizationId, id: string): Promise<void> {
    await sql(this.db, `UPDATE sessions SET last_seen_at = now() WHERE organization_id = $1 AND id = $2`, [
      org,
      id,
    ]);
  }

  async insert(
    tx: Tx,
    org: OrganizationId,
    {
      id,
      userId,
      tokenHash,
      userAgent,
      address,
    }: Browser & { id: string; userId: string; tokenHash: Buffer },
  ): Promise<void> {
    await sql(
      tx,
      `INSERT INTO sessions (organization_id, id, user_id, token_hash, user_agent, address)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [org, id, userId, tokenHash, userAgent, address],
    );
  }

  /** Where the organization's people are signed in, last seen first. */
  list(org: OrganizationId, limit: number): Promise<ListedSession[]> {
    return sql<ListedSession>(
      this.db,
      `SELECT id, user_id AS "userId", user_agent AS "userAgent", address, created_at AS "createdAt",
              last_seen_at AS "lastSeenAt"
         FROM sessions s WHERE organization_id = $1 AND ${ALIVE} ORDER BY last_seen_at DESC, id LIMIT $2`,
      [org, limit],
    );
  }

  /** @returns whose session it was, or null when there is none */
  async end(tx: Tx, org: OrganizationId, id: string): Promise<string | null> {
    const [ended] = await sql<{ userId: string }>(
      tx,
      `WITH ended AS (DELETE FROM sessions WHERE organization_id = $1 AND id = $2 RETURNING user_id)
       SELECT user_id AS "userId" FROM ended`,
      [org, id],
    );
    return ended?.userId ?? null;
  }

  /** Moves a session into another organization of the same person; the database refuses one they do not belong to. */
  async move(tx: Tx, org: OrganizationId, id: string, to: OrganizationId): Promise<void> {
    await sql(tx, `UPDATE sessions SET organization_id = $3 WHERE organization_id = $1 AND id = $2`, [
      org,
      id,
      to,
    ]);
  }

  /** Ends a person's sessions wherever they are: their password was changed. */
  async endAllOf(tx: Tx, userId: string): Promise<void> {
    await sql(tx, `DELETE FROM sessions WHERE user_id = $1`, [userId]);
  }
}
