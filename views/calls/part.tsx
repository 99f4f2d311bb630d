import type { ComponentChildren } from 'preact';

interface PartProps {
  id: string;
  /** Something that it shows is still to come. */
  isWaiting: boolean;
  class?: string;
  'data-status'?: string;
  children: ComponentChildren;
}

/** Seconds between two looks for what is still to come. */
const EVERY = 2;
/** Seconds after which whoever still waits is better off looking again later. */
const LONGEST = 300;

/** A part of a call's page, which a script brings up to date by itself while something is still to come. */
export const Part = ({ isWaiting, children, ...part }: PartProps) => (
  <div {...part} data-poll={isWaiting ? EVERY : undefined} data-poll-for={isWaiting ? LONGEST : undefined}>
    {children}
  </div>
);
