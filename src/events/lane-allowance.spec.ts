import { laneAllowance, MOST_LANES } from './lane-allowance.js';

/** The most endpoints that an organization can have. */
const ENDPOINTS = 50;

/** How many each of so many organizations holds in the end, when all their endpoints hang and each claim is fair. */
function heldByAll(organizations: number): number[] {
  const held = Array<number>(organizations).fill(0);
  for (let most = 1; most > 0;) {
    const total = held.reduce((sum, count) => sum + count, 0);
    const allowance = laneAllowance(total);
    const reach = Math.min(ENDPOINTS, allowance.perOrganization);
    const wanted = held.flatMap((has, org) =>
      Array.from({ length: Math.max(0, reach - has) }, (_, index) => ({ org, turn: has + index })),
    );
    const claimed = wanted.toSorted((one, other) => one.turn - other.turn).slice(0, allowance.most);
    for (const { org } of claimed) held[org] = (held[org] ?? 0) + 1;
    most = claimed.length;
  }
  return held;
}

describe('what an organization may hold of the endpoints that a process works on', () => {
  it.each([1, 4, 16])('is every endpoint it has, when those of %i organizations hang', (organizations) => {
    expect(heldByAll(organizations)).toEqual(Array(organizations).fill(ENDPOINTS));
  });

  it.each([20, 40, 200, 900])(
    'is about the same for each, when those of %i hang, and leaves one for who has none',
    (organizations) => {
      const held = heldByAll(organizations);
      expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(Math.max(...held) / 2);
      const total = held.reduce((sum, count) => sum + count, 0);
      expect(total).toBeLessThan(MOST_LANES);
      expect(laneAllowance(total)).toMatchObject({ most: expect.any(Number) });
      expect(laneAllowance(total).perOrganization).toBeGreaterThan(0);
    },
  );

  it('is nothing when everything is held', () => {
    expect(laneAllowance(MOST_LANES)).toEqual({ most: 0, perOrganization: 0 });
  });
});
