import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../audit/audit-kinds.js';
import { type Actor, Audit } from '../audit/audit.service.js';
import { mayManage, type Person, type Role } from '../auth/person.js';
import type { OrganizationId } from '../auth/principal.js';
import { SessionsRepository } from '../auth/sessions.repository.js';
import { Conflict, Forbidden, NotFound } from '../common/app-error.js';
import type { Tx } from '../database/sql.client.js';
import { Links } from './links.service.js';
import { type Member, PeopleRepository } from './people.repository.js';

/** Who works for an organization, and what they may do there. */
@Injectable()
export class Team {
  constructor(
    private readonly people: PeopleRepository,
    private readonly links: Links,
    private readonly sessions: SessionsRepository,
    private readonly audit: Audit,
  ) {}

  /**
   * Takes somebody in. @returns the link that lets them in; null for who has a password already. Whoever makes a link
   * can also follow it, so there is none into an account that others let in too.
   * @throws Conflict when they belong to the organization already, or have not accepted another one's invitation
   */
  async invite(
    tx: Tx,
    org: OrganizationId,
    { email, role }: { email: string; role: Role },
    actor: Actor,
  ): Promise<string | null> {
    const userId = await this.people.ensureUser(tx, email);
    if (!(await this.people.join(tx, org, userId, role)))
      throw new Conflict('user_exists', `${email} belongs to the organization already`);
    const { member } = await this.people.memberForChange(tx, org, userId);
    const { hasPassword, elsewhere } = found(member);
    if (!hasPassword && elsewhere) {
      throw new Conflict(
        'invitation_pending',
        `${email} has yet to accept another organization's invitation`,
      );
    }
    await this.note(tx, org, actor, 'user.invited', userId, { email, role });
    return hasPassword ? null : this.links.make(tx, org, userId, 'invite');
  }

  /** @throws NotFound */
  async read(org: OrganizationId, userId: string): Promise<Member> {
    return found(await this.people.member(org, userId));
  }

  /** A link to choose a new password, for who cannot be sent one. @throws NotFound, Forbidden */
  async resetLink(tx: Tx, org: OrganizationId, userId: string, actor: Person | 'cli'): Promise<string> {
    const { member } = await this.people.memberForChange(tx, org, userId);
    const { elsewhere } = requireManageable(found(member), actor);
    if (elsewhere && actor !== 'cli') {
      throw new Forbidden(
        'shared_account',
        'They belong to other organizations too: only the command line can reset their password',
      );
    }
    await this.note(tx, org, actor, 'user.reset_link_made', userId);
    return this.links.make(tx, org, userId, 'reset');
  }

  /** @throws NotFound, Forbidden, Conflict when the organization would be left without an owner */
  async changeRole(tx: Tx, org: OrganizationId, userId: string, role: Role, actor: Person): Promise<void> {
    const { member, owners } = await this.people.memberForChange(tx, org, userId);
    const { role: before } = requireManageable(found(member), actor);
    requireManageable({ role }, actor);
    if (before === role) return;
    requireOwner(before, owners);
    await this.people.setRole(tx, org, userId, role);
    await this.note(tx, org, actor, 'user.role_changed', userId, { from: before, to: role });
  }

  /** Their sessions here end at once. @throws NotFound, Forbidden, Conflict */
  async remove(tx: Tx, org: OrganizationId, userId: string, actor: Person): Promise<void> {
    const { member, owners } = await this.people.memberForChange(tx, org, userId);
    const { role, email } = requireManageable(found(member), actor);
    requireOwner(role, owners);
    await this.people.leave(tx, org, userId);
    await this.note(tx, org, actor, 'user.removed', userId, { email });
  }

  /** @throws NotFound */
  async endSession(tx: Tx, org: OrganizationId, sessionId: string, actor: Person): Promise<void> {
    const userId = await this.sessions.end(tx, org, sessionId);
    if (userId === null) throw new NotFound('Session');
    await this.note(tx, org, actor, 'session.revoked', userId);
  }

  private note(
    tx: Tx,
    org: OrganizationId,
    actor: Actor,
    action: AuditAction,
    userId: string,
    details = {},
  ): Promise<void> {
    return this.audit.record(tx, org, actor, { action, subject: { type: 'user', id: userId }, details });
  }
}

function found(member: Member | null): Member {
  if (!member) throw new NotFound('Member');
  return member;
}

function requireManageable<T extends { role: Role }>(member: T, actor: Person | 'cli'): T {
  if (actor !== 'cli' && !mayManage(actor.role, member.role))
    throw new Forbidden('owner_only', 'Only an owner can do this');
  return member;
}

/** Somebody must be able to let others in. */
function requireOwner(role: Role, owners: number): void {
  if (role === 'owner' && owners < 2)
    throw new Conflict('last_owner', 'The organization needs an owner: make somebody else one first');
}
