import type { Scope } from './scopes.js';

/** What a person may do in an organization: owners everything, admins all but the owners, viewers look. */
export const ROLES = ['owner', 'admin', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Who looks at a page: a person signed in, in one of their organizations. */
export interface Person {
  userId: string;
  email: string;
  role: Role;
  organizationId: string;
  organizationName: string;
  sessionId: string;
  /** What they may pass on to a key. */
  scopes: readonly Scope[];
}

/** Whether the role changes anything at all. */
export const mayChange = (role: Role): boolean => role !== 'viewer';

/** Whether somebody of a role may give or take another one's: nobody below an owner touches an owner. */
export const mayManage = (role: Role, other: Role): boolean =>
  role === 'owner' || (role === 'admin' && other !== 'owner');
