import { Column, Entity } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import { BelongsToOrganization, Instant, Int, OrganizationKey } from '../database/columns.decorator.js';

/** What is counted of calls that began on one day. */
export abstract class CountedCalls {
  /** Completed, and the analysis found it a success, none, or has not said. */
  @Int({ default: 0 }) succeeded: number;
  @Int({ default: 0 }) unsuccessful: number;
  @Int({ default: 0 }) unjudged: number;

  /** Busy, or nobody answered. */
  @Int({ default: 0 }) unreached: number;
  @Int({ default: 0 }) canceled: number;
  @Int({ default: 0 }) failed: number;

  /** Answered by a person. */
  @Int({ default: 0 }) answered: number;
  @Int({ default: 0 }) voicemails: number;

  /** From the answer to the end, of all of them. */
  @Column({ type: 'bigint', default: 0 }) seconds: string;

  /** Turns by the time that the agent took to answer: see `latency-buckets.ts`. Empty while none was measured. */
  @Column({ type: 'integer', array: true, default: () => "'{}'" }) latency: number[];
}

/** A day of an organization in numbers, without what `CallCountChange` holds of it. */
@Entity('call_counts')
@BelongsToOrganization('call_counts', () => Organization)
export class CallCount extends CountedCalls {
  @OrganizationKey() organizationId: string;

  /** Midnight in UTC. */
  @Instant({ primary: true }) day: Date;
}
