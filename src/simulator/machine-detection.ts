import type { Outcome } from './outcomes.js';

/** What the caller asked of answering machine detection. */
export interface DetectionOrder {
  readonly mode: 'Enable' | 'DetectMessageEnd';
  /** Longest detection, seconds. */
  readonly timeoutSeconds: number;
  /** Silence after which the result is `unknown`, seconds. */
  readonly silenceSeconds: number;
}

export interface Detection {
  readonly answeredBy: 'human' | 'machine_start' | 'machine_end_beep' | 'unknown';
  /** Seconds from the answer to the result. */
  readonly seconds: number;
}

/** A person says "Hello?" and stops; a greeting goes on, and ends with a beep. */
const SECONDS = { human: 2.2, machineStart: 4, greeting: 9 };

/** What detection finds out about the other end, and when. */
export function detect(answeredBy: Outcome['answeredBy'], order: DetectionOrder): Detection {
  const found = unlimited(answeredBy, order);
  return found.seconds <= order.timeoutSeconds
    ? found
    : { answeredBy: 'unknown', seconds: order.timeoutSeconds };
}

function unlimited(answeredBy: Outcome['answeredBy'], order: DetectionOrder): Detection {
  if (answeredBy === 'human') return { answeredBy: 'human', seconds: SECONDS.human };
  if (answeredBy === 'nobody') return { answeredBy: 'unknown', seconds: order.silenceSeconds };
  return order.mode === 'Enable'
    ? { answeredBy: 'machine_start', seconds: SECONDS.machineStart }
    : { answeredBy: 'machine_end_beep', seconds: SECONDS.greeting };
}
