import { unbroken } from '../shared/in-sentence.js';
import { Status } from '../shared/status.js';
import type { DeliveryState, DeliveryView } from './delivery-view.js';
import type { EndpointView } from './endpoint-view.js';

export const STATE_WORDS: Record<DeliveryState, string> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  discarded: 'Erased',
};

const STATE_TONES = { pending: 'waiting', delivered: 'good', failed: 'bad', discarded: 'off' } as const;

/** What needs somebody first. */
export const STATES = ['failed', 'pending', 'delivered', 'discarded'] as const;

/** `2 failed`, marked as the state is. */
export const StateCount = ({ state, count }: { state: DeliveryState; count: number }) => (
  <Status tone={STATE_TONES[state]} word={`${count} ${STATE_WORDS[state].toLowerCase()}`} />
);

interface DeliveryStatusProps extends Pick<DeliveryView, 'state' | 'attempts'> {
  /** Its endpoint is paused, disabled or deleted: nobody tries it meanwhile. */
  isHeld: boolean;
}

export const DeliveryStatus = ({ state, attempts, isHeld }: DeliveryStatusProps) => (
  <Status
    tone={STATE_TONES[state]}
    word={state === 'pending' && attempts > 0 && !isHeld ? 'Retrying' : STATE_WORDS[state]}
  />
);

export const EndpointStatus = ({ status, failingSince, nextProbeAt }: EndpointView) => {
  if (status === 'paused') return <Status tone="off" word="Paused" />;
  if (status === 'disabled') return <Status tone="bad" word="Disabled" />;
  if (nextProbeAt !== null) return <Status tone="bad" word="Failing, probed" />;
  return failingSince === null ? <Status tone="good" word="Active" /> : <Status tone="bad" word="Failing" />;
};

/** How many of an endpoint's newest deliveries are so. */
export const countOf = (recent: readonly DeliveryState[], wanted: DeliveryState): number =>
  recent.filter((state) => state === wanted).length;

/** `28 of 30 delivered, 3 waiting`, broken nowhere but between the two. */
export function tally(recent: readonly DeliveryState[]): string {
  const [delivered, failed, waiting] = [
    countOf(recent, 'delivered'),
    countOf(recent, 'failed'),
    countOf(recent, 'pending'),
  ];
  return [
    ...(delivered + failed > 0 ? [unbroken(`${delivered} of ${delivered + failed} delivered`)] : []),
    ...(waiting > 0 ? [unbroken(`${waiting} waiting`)] : []),
  ].join(', ');
}

const BAR = { width: 4, step: 6, height: 20 };
const HEIGHTS: Record<DeliveryState, number> = { delivered: 20, failed: 8, pending: 14, discarded: 4 };

/** The newest deliveries as bars, the newest at the right: the tall ones arrived. */
export const RecentDeliveries = ({ recent }: { recent: readonly DeliveryState[] }) =>
  recent.length === 0 ? (
    <span class="none">Nothing sent yet</span>
  ) : (
    <span class="recent">
      <svg
        width={recent.length * BAR.step}
        height={BAR.height}
        viewBox={`0 0 ${recent.length * BAR.step} ${BAR.height}`}
        aria-hidden="true"
      >
        {recent.toReversed().map((state, index) => (
          <rect
            class={state}
            x={index * BAR.step}
            y={BAR.height - HEIGHTS[state]}
            width={BAR.width}
            height={HEIGHTS[state]}
            rx="1"
          />
        ))}
      </svg>
      <small>{tally(recent)}</small>
    </span>
  );
