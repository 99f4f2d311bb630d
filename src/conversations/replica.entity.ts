import { Column, Entity } from 'typeorm';
import { Instant } from '../database/columns.decorator.js';

/** A process that lives: said anew with every heartbeat, taken back when it stops. One that died is not believed for long. */
@Entity('replicas')
export class Replica {
  @Column({ type: 'text', primary: true }) id: string;
  @Instant() seenAt: Date;
}
