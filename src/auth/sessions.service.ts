import { hash, randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { newId } from '../common/new-id.adapter.js';
import type { Tx } from '../database/sql.client.js';
import type { Person } from './person.js';
import type { OrganizationId } from './principal.js';
import { SCOPES } from './scopes.js';
import { type Browser, type FoundSession, SessionsRepository } from './sessions.repository.js';

const TOKEN_BYTES = 32;
const TOUCH_INTERVAL_MS = 5 * 60_000;

/** A header may say anything of any length. */
const MOST_OF_USER_AGENT = 300;

/** What the database knows of a secret that a browser or a link holds. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

/** A secret that nobody guesses: 43 characters that can stand in a cookie or a path. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Opens sessions and tells whose they are. */
@Injectable()
export class Sessions {
  private readonly logger = new Logger('Sessions');

  constructor(private readonly sessions: SessionsRepository) {}

  /** Who holds this token, or null when it is none, was revoked or is too old. */
  async personOf(token: string): Promise<Person | null> {
    const session = await this.sessions.find(tokenHash(token));
    if (!session) return null;
    this.touch(session);
    const { lastSeenAt: _, ...person } = session;
    return { ...person, scopes: person.role === 'viewer' ? [] : SCOPES };
  }

  /** @returns the token for the browser: the only time that it is known */
  async open(tx: Tx, org: OrganizationId, userId: string, browser: Browser): Promise<string> {
    const token = newToken();
    await this.sessions.insert(tx, org, {
      id: newId(),
      userId,
      tokenHash: tokenHash(token),
      userAgent: browser.userAgent?.slice(0, MOST_OF_USER_AGENT) ?? null,
      address: browser.address,
    });
    return token;
  }

  /** Nobody waits for it: a failure ends a session a little sooner. */
  private touch({ organizationId, sessionId, lastSeenAt }: FoundSession): void {
    if (Date.now() - lastSeenAt.getTime() > TOUCH_INTERVAL_MS) {
      this.sessions.touch(organizationId, sessionId).catch((error: unknown) => {
        this.logger.warn(`last use of a session was not recorded: ${String(error)}`);
      });
    }
  }
}
