import type { Frame } from '../layouts/frame.js';
import { Phone } from '../shared/phone.js';
import { Status } from '../shared/status.js';
import { Time } from '../shared/time.js';

export interface NumberView {
  number: string;
  shown: string;
  isCurrent: boolean;
  /** Whether numbers of its country and kind are called at all. */
  isCallable: boolean;
  /** Its entry on the do-not-call list. */
  listed: { by: string; reason: string | null; since: Date } | null;
}

export interface ListEntry {
  what: string;
  number: string;
  by: string;
  at: Date;
}

interface NumbersProps {
  frame: Frame;
  path: string;
  numbers: readonly NumberView[];
  listing: readonly ListEntry[];
}

const isBlocked = (numbers: readonly NumberView[]): boolean => numbers.some(({ listed }) => listed !== null);

/** The numbers that lead to a contact, and whether they may be called. */
export const Numbers = ({ frame, path, numbers, listing }: NumbersProps) => {
  const isFormerBlocked = numbers.some(({ isCurrent, listed }) => !isCurrent && listed !== null);
  const isFormerCallable = numbers.some(
    ({ isCurrent, listed, isCallable }) => !isCurrent && listed === null && isCallable,
  );
  // The only entry of a number on the list is told beside it.
  const tellsMore = listing.length > (isBlocked(numbers) ? 1 : 0);
  const isPresentBlocked = numbers.some(({ isCurrent, listed }) => isCurrent && listed !== null);
  return (
    <section class="first">
      <h2 class="unseen">Phone</h2>
      {isFormerBlocked && !isPresentBlocked && (
        <p class="caution" role="note">
          <strong>A former number is on the do-not-call list.</strong> The person has asked not to be called
          there. Ask yourself whether they want to be called at all; if not, choose Do not call for the
          present number too.
        </p>
      )}
      {isPresentBlocked && isFormerCallable && (
        <p class="caution" role="note">
          <strong>A former number may still be called.</strong> If the person does not want to be called at
          all, choose Do not call for it too.
        </p>
      )}
      <ul class="numbers">
        {numbers.map((one) => (
          <li>
            <div>
              <strong>
                <Phone {...one} />
              </strong>
              {!one.isCurrent && <span class="tag">Former number</span>}
              <Callability one={one} />
            </div>
            {frame.person?.mayChange && <Action path={path} one={one} />}
          </li>
        ))}
      </ul>
      {tellsMore && (
        <details class="more">
          <summary>Do-not-call history</summary>
          <ul class="history">
            {listing.map(({ what, number, by, at }) => (
              <li>
                {`${what}: ${number}, by ${by}, `}
                <Time at={at} exact />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
};

const Callability = ({ one: { listed, isCallable } }: { one: NumberView }) => {
  if (listed !== null) return <Listing listed={listed} />;
  return isCallable ? (
    <Status tone="good" word="May be called" />
  ) : (
    <>
      <Status tone="off" word="Not called" />
      <small>
        Numbers of its country or kind are not called: see{' '}
        <a href="/settings/organization">the organization’s countries</a>.
      </small>
    </>
  );
};

const Listing = ({ listed }: { listed: NonNullable<NumberView['listed']> }) => (
  <>
    <Status tone="bad" word="Do not call" />
    <small>
      {`Put on the list ${listed.by}, `}
      <Time at={listed.since} exact />
      {listed.reason !== null && <span class="why">{`Reason: ${listed.reason}`}</span>}
    </small>
  </>
);

const Action = ({ path, one }: { path: string; one: NumberView }) => {
  const asked = new URLSearchParams({ number: one.number }).toString();
  if (one.listed !== null) {
    return (
      <a class="button quiet small" href={`${path}/allow-calls?${asked}`}>
        Allow calls
      </a>
    );
  }
  const query = new URLSearchParams({ phone_number: one.number }).toString();
  return (
    <div class="actions">
      <a class="button quiet small" href={`${path}/do-not-call?${asked}`}>
        Do not call
      </a>
      {one.isCurrent && one.isCallable && (
        <a class="button quiet small" href={`/settings/calls/new?${query}`}>
          Call contact
        </a>
      )}
    </div>
  );
};
