/** Endpoints that one process works on at once. */
export const MOST_LANES = 1_024;

/** How many endpoints may be leased beside those that are held. */
export interface LaneAllowance {
  /** In all: half of what is free, so that it shrinks for everybody before it is gone. */
  most: number;
  /** One organization may hold so many, those that it holds already counted. */
  perOrganization: number;
}

/**
 * An organization may hold a quarter of what is free. While there is plenty that is all it has; the more others hold, the
 * less it gets beside them, and there is always one left for who has none.
 */
export const laneAllowance = (held: number): LaneAllowance => {
  const free = MOST_LANES - held;
  return { most: Math.ceil(free / 2), perOrganization: Math.ceil(free / 4) };
};
