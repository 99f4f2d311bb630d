/** What a job is given: ids, and how far it is. What it needs to know it reads when it runs, so that nothing personal waits in a queue. */
export interface JobData {
  /** Concludes from a finished call what it was about. */
  'analyze-call': { organizationId: string; callId: string };
  /** Asks the carrier how a finished call sounded; `look` counts from 0 how often it was asked before. */
  'fetch-sound-quality': { organizationId: string; callId: string; look: number };
  /** Makes contacts of the rows of a file. */
  'import-contacts': { organizationId: string; importId: string };
  /** Deletes what the carrier keeps of a call's sound. */
  'delete-recordings': { organizationId: string; callId: string };
  /** Does one of the things that an agent does after a call. */
  'post-call-action': { organizationId: string; callId: string; actionId: string };
  /** Goes on putting failed deliveries of an endpoint back in the queue. */
  'recover-deliveries': { organizationId: string; recoveryId: string };
  /** Posts refused requests of a mapping again. */
  'replay-intakes': { organizationId: string; replayId: string };
  /** Takes away what a deleted mapping has left. */
  'delete-mapping': { organizationId: string; mappingId: string };
}

export type JobName = keyof JobData;

/** How often and how long a job is tried. */
export interface QueueRules {
  /** Tries after the first one. */
  retryLimit: number;
  /** Seconds before the second try; doubled for each further one, with jitter. */
  retryDelay: number;
  /** Longest pause between two tries, in seconds. */
  retryDelayMax: number;
  /** Longest run, in seconds; then the job counts as failed. */
  expireInSeconds: number;
}

/** Every queue there is. They are made with the tables, so that any process may add a job before a worker is up. */
export const QUEUES: Readonly<Record<JobName, QueueRules>> = {
  'analyze-call': { retryLimit: 6, retryDelay: 2, retryDelayMax: 300, expireInSeconds: 240 },
  // A carrier that cannot be asked is no failure: it is asked again by another job.
  'fetch-sound-quality': { retryLimit: 6, retryDelay: 5, retryDelayMax: 300, expireInSeconds: 60 },
  // What a try has worked through stays done: the next one goes on behind it.
  'import-contacts': { retryLimit: 8, retryDelay: 2, retryDelayMax: 120, expireInSeconds: 1_800 },
  // For days: it is somebody's right.
  'delete-recordings': { retryLimit: 60, retryDelay: 2, retryDelayMax: 3_600, expireInSeconds: 120 },
  'post-call-action': { retryLimit: 8, retryDelay: 5, retryDelayMax: 1_800, expireInSeconds: 60 },
  'recover-deliveries': { retryLimit: 10, retryDelay: 2, retryDelayMax: 300, expireInSeconds: 900 },
  'replay-intakes': { retryLimit: 20, retryDelay: 2, retryDelayMax: 300, expireInSeconds: 600 },
  'delete-mapping': { retryLimit: 60, retryDelay: 2, retryDelayMax: 3_600, expireInSeconds: 600 },
};

/** Where jobs go that failed at every try. */
export const deadLetterOf = (name: JobName): string => `${name}-dead`;
