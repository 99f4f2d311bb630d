/** Kinds of failed delivery: no connection, no answer in time, a refusal, a fault of the receiver. */
type FailureClass = 'ct' | 'rt' | '4xx' | '5xx';

/** How one callback URL wants to be called. */
export interface DeliveryPolicy {
  /** Milliseconds for the connection, for the answer, and for all attempts together. */
  readonly connectMs: number;
  readonly readMs: number;
  readonly totalMs: number;
  /** Further attempts after the first. */
  readonly retries: number;
  readonly retryOn: ReadonlySet<FailureClass>;
}

/** What came of one attempt: the status that was answered, or why there is none. */
export type AttemptResult = number | 'ct' | 'rt';

/** name in the fragment -> smallest, largest and default value. */
const LIMITS = {
  ct: [100, 10_000, 5_000],
  rt: [100, 15_000, 15_000],
  tt: [100, 15_000, 15_000],
  rc: [0, 5, 1],
} as const;

const ALL: readonly FailureClass[] = ['ct', 'rt', '4xx', '5xx'];

/**
 * The settings in a URL's fragment, `#rc=2&rp=ct,rt,5xx`
 * (twilio.com/docs/usage/webhooks/webhooks-connection-overrides). What is missing or makes no sense is the
 * default, what is out of bounds becomes the bound.
 */
export function deliveryPolicy(url: string): DeliveryPolicy {
  const settings = new URLSearchParams(/#(.*)$/s.exec(url)?.[1] ?? '');
  const whole = (name: keyof typeof LIMITS): number => {
    const [smallest, largest, fallback] = LIMITS[name];
    const text = settings.get(name) ?? '';
    return /^\d+$/.test(text) ? Math.min(largest, Math.max(smallest, Number(text))) : fallback;
  };
  return {
    connectMs: whole('ct'),
    readMs: whole('rt'),
    totalMs: whole('tt'),
    retries: whole('rc'),
    retryOn: new Set(retryClasses(settings.get('rp'))),
  };
}

function retryClasses(text: string | null): readonly FailureClass[] {
  const words = new Set((text ?? '').split(',').map((word) => word.trim()));
  if (words.has('all')) return ALL;
  const known = ALL.filter((failure) => words.has(failure));
  return known.length > 0 ? known : ['ct'];
}

/** The kind of failure an attempt was; undefined for success and for a redirect, which is never retried. */
function failureOf(result: AttemptResult): FailureClass | undefined {
  if (typeof result === 'string') return result;
  if (result >= 500) return '5xx';
  return result >= 400 ? '4xx' : undefined;
}

/** Whether one more attempt follows, after `attempts` of them with this last result. */
export function retries(policy: DeliveryPolicy, attempts: number, result: AttemptResult): boolean {
  const failure = failureOf(result);
  return failure !== undefined && attempts <= policy.retries && policy.retryOn.has(failure);
}
