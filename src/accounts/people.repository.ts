import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Role } from '../auth/person.js';
import type { OrganizationId } from '../auth/principal.js';
import { newId } from '../common/new-id.adapter.js';
import { sql, type Tx } from '../database/sql.client.js';

/** Somebody who may sign in, with the organization they joined first. */
export interface KnownPerson {
  userId: string;
  email: string;
  passwordHash: string | null;
  organizationId: string;
}

/** A person as their organization knows them. */
export interface Member {
  userId: string;
  email: string;
  role: Role;
  joinedAt: Date;
  /** Whether they have a password: an invitation that was not accepted yet has none. */
  hasPassword: boolean;
  /** Whether they belong to other organizations too, which this one has no say about. */
  elsewhere: boolean;
}

const MEMBER = `m.user_id AS "userId", u.email, m.role, m.created_at AS "joinedAt",
  u.password_hash IS NOT NULL AS "hasPassword",
  EXISTS (SELECT FROM memberships e WHERE e.user_id = m.user_id AND e.organization_id <> m.organization_id) AS elsewhere`;

/** People and what they belong to. */
@Injectable()
export class PeopleRepository {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Before anybody is signed in there is no organization to ask for. */
  async findByEmail(email: string): Promise<KnownPerson | null> {
    const [found] = await sql<KnownPerson>(
      this.db,
      `SELECT u.id AS "userId", u.email, u.password_hash AS "passwordHash", m.organization_id AS "organizationId"
         FROM users u JOIN memberships m ON m.user_id = u.id
        WHERE u.email = $1 ORDER BY m.created_at, m.organization_id LIMIT 1`,
      [email],
    );
    return found ?? null;
  }

  /** Whether nobody can sign in yet. */
  async isEmpty(): Promise<boolean> {
    const rows = await sql(this.db, `SELECT 1 FROM users LIMIT 1`);
    return rows.length === 0;
  }

  /** First people of an installation take turns. */
  async lockFirst(tx: Tx): Promise<boolean> {
    await sql(tx, `SELECT pg_advisory_xact_lock(hashtextextended('accounts.first', 0))`);
    return (await sql(tx, `SELECT 1 FROM users LIMIT 1`)).length === 0;
  }

  /** The person with this address, made when there is none. */
  async ensureUser(tx: Tx, email: string): Promise<string> {
    const [user] = await sql<{ id: string }>(
      tx,
      `INSERT INTO users (id, email) VALUES ($1, $2)
       ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id`,
      [newId(), email],
    );
    return user?.id ?? '';
  }

  async setPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
    await sql(tx, `UPDATE users SET password_hash = $2 WHERE id = $1`, [userId, passwordHash]);
  }

  /** @returns whether the person did not belong to the organization before */
  async join(tx: Tx, org: OrganizationId, userId: string, role: Role): Promise<boolean> {
    const rows = await sql(
      tx,
      `INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING user_id`,
      [org, userId, role],
    );
    return rows.length > 0;
  }

  members(org: OrganizationId): Promise<Member[]> {
    return sql<Member>(
      this.db,
      `SELECT ${MEMBER} FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.organization_id = $1 ORDER BY m.created_at, m.user_id`,
      [org],
    );
  }

  async member(org: OrganizationId, userId: string): Promise<Member | null> {
    const [member] = await sql<Member>(
      this.db,
      `SELECT ${MEMBER} FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.organization_id = $1 AND m.user_id = $2`,
      [org, userId],
    );
    return member ?? null;
  }

  /** The member and the number of owners, locked: an organization keeps one owner whoever leaves at the same time. */
  async memberForChange(
    tx: Tx,
    org: OrganizationId,
    userId: string,
  ): Promise<{ member: Member | null; owners: number }> {
    await sql(tx, `SELECT pg_advisory_xact_lock(hashtextextended('accounts.team:' || $1, 0))`, [org]);
    const members = await sql<Member>(
      tx,
      `SELECT ${MEMBER} FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE m.organization_id = $1 AND (m.user_id = $2 OR m.role = 'owner')`,
      [org, userId],
    );
    return {
      member: members.find((member) => member.userId === userId) ?? null,
      owners: members.filter(({ role }) => role === 'owner').length,
    };
  }

  async setRole(tx: Tx, org: OrganizationId, userId: string, role: Role): Promise<void> {
    await sql(tx, `UPDATE memberships SET role = $3 WHERE organization_id = $1 AND user_id = $2`, [
      org,
      userId,
      role,
    ]);
  }

  /** Their sessions and links in the organization end with it. */
  async leave(tx: Tx, org: OrganizationId, userId: string): Promise<void> {
    await sql(tx, `DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2`, [org, userId]);
  }

  /** Where a person may work. */
  organizationsOf(userId: string): Promise<{ id: string; name: string; role: Role }[]> {
    return sql(
      this.db,
      `SELECT o.id, o.name, m.role FROM memberships m JOIN organizations o ON o.id = m.organization_id
        WHERE m.user_id = $1 ORDER BY lower(o.name), o.id`,
      [userId],
    );
  }
}
