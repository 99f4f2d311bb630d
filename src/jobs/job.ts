import type { Tx } from '../database/sql.client.js';

/** One attempt at a job. */
export interface Job<Data> {
  data: Data;
  /** Counts from 1. */
  attempt: number;
  /** Nobody tries again after this one. */
  isLast: boolean;
  /** Aborted when the service stops or another process has taken the job over. */
  signal: AbortSignal;
  /**
   * Marks the job as done, in the transaction that writes its outcome: both or neither. @throws JobLost when another
   * process has it by now
   */
  settle: (this: void, tx: Tx) => Promise<void>;
}

/** How the jobs of a name are done. */
export interface JobWork<Data> {
  /** Jobs that a process does at the same time, and how many of them for the same organization. */
  atOnce: number;
  atOnceEach: number;
  /** Does it. A job that was not settled is done when this resolves. */
  run: (this: void, job: Job<Data>) => Promise<void>;
  /** Says so where its users look, when the last attempt failed too. */
  gaveUp: (this: void, job: Job<Data>) => Promise<void>;
}

/** This process was thought dead, or was: what it has found out must not be written. */
export class JobLost extends Error {
  constructor() {
    super('the job was taken over by another process');
  }
}
