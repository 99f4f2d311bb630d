import type { Scope } from './scopes.js';

/** An organization's id: the first argument of every method that touches its rows. */
export type OrganizationId = string;

/** Who makes a request: a key of an organization. */
export interface Principal {
  organizationId: OrganizationId;
  keyId: string;
  keyName: string;
  scopes: readonly Scope[];
  /** Set on a mapping's own intake key: valid for that mapping alone. */
  mappingId: string | null;
}
