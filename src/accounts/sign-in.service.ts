import { Injectable } from '@nestjs/common';
import { Audit } from '../audit/audit.service.js';
import { type Browser, SessionsRepository } from '../auth/sessions.repository.js';
import { Sessions } from '../auth/sessions.service.js';
import type { Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import { type LinkHolder, Links } from './links.service.js';
import { hashPassword, isPassword } from './passwords.client.js';
import { PeopleRepository } from './people.repository.js';

/** Lets people in: by password, or once by a link. */
@Injectable()
export class SignIn {
  constructor(
    private readonly people: PeopleRepository,
    private readonly links: Links,
    private readonly sessions: Sessions,
    private readonly openSessions: SessionsRepository,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /** @returns the new session's token; null whatever is wrong, after the same time */
  async byPassword(email: string, password: string, browser: Browser): Promise<string | null> {
    const person = await this.people.findByEmail(email);
    const right = await isPassword(password, person?.passwordHash ?? null);
    if (!person || !right) return null;
    return this.transactions.run((tx) => this.letIn(tx, person, 'password', browser));
  }

  /** Uses a link up; a password that was chosen there replaces the former, and ends what it had let in. */
  async byLink(token: string, password: string | null, browser: Browser): Promise<string | null> {
    const passwordHash = password === null ? null : await hashPassword(password);
    return this.transactions.run(async (tx) => {
      const holder = await this.links.use(tx, token);
      if (!holder) return null;
      if (passwordHash !== null) await this.replacePassword(tx, holder, passwordHash);
      return this.letIn(tx, holder, `${holder.kind} link`, browser);
    });
  }

  private async replacePassword(tx: Tx, holder: LinkHolder, passwordHash: string): Promise<void> {
    const { organizationId, userId } = holder;
    await this.people.setPassword(tx, userId, passwordHash);
    await this.links.dropAllOf(tx, userId);
    await this.openSessions.endAllOf(tx, userId);
    await this.audit.record(
      tx,
      organizationId,
      { userId },
      {
        action: 'user.password_changed',
        subject: { type: 'user', id: userId },
      },
    );
  }

  private async letIn(
    tx: Tx,
    { organizationId, userId }: { organizationId: string; userId: string },
    by: string,
    browser: Browser,
  ): Promise<string> {
    const subject = { type: 'user', id: userId };
    await this.audit.record(
      tx,
      organizationId,
      { userId },
      { action: 'user.signed_in', subject, details: { by } },
    );
    return this.sessions.open(tx, organizationId, userId, browser);
  }
}
