import { GroupCommit, GROUP_LIMITS } from './group-commit.js';

interface Item {
  id: number;
  lane?: string;
  key?: string;
  size?: number;
}

/** What is due after this turn of the event loop, and what that causes. */
async function aTurn(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

/** A store whose commits end when the test says so. */
function aStore(limits: Partial<typeof GROUP_LIMITS> = {}) {
  const commits: { lane: string; ids: number[]; end(error?: unknown): Promise<void> }[] = [];
  const groups = new GroupCommit<Item, string>(
    {
      commit: (lane, items) =>
        new Promise((resolve, reject) => {
          const ids = items.map(({ id }) => id);
          const end = async (error?: unknown): Promise<void> => {
            if (error === undefined) resolve(ids.map((id) => `stored ${id}`));
            else reject(error);
            await aTurn();
          };
          commits.push({ lane, ids, end });
        }),
      laneOf: ({ lane }) => lane ?? 'acme',
      keyOf: ({ key }) => key ?? null,
      sizeOf: ({ size }) => size ?? 1,
      fateOf: (error) => (error === 'refused' || error === 'held_up' ? error : 'unknown'),
    },
    { ...GROUP_LIMITS, inFlightPerLane: 1, ...limits },
  );
  return { groups, commits, sent: () => commits.map(({ ids }) => ids) };
}

describe('group commit', () => {
  it('sends together what came in one turn, and what comes while that is written', async () => {
    const { groups, commits, sent } = aStore();
    const stored = [1, 2].map((id) => groups.add({ id }));
    expect(sent()).toEqual([]);
    await aTurn();
    expect(sent()).toEqual([[1, 2]]);
    stored.push(...[3, 4].map((id) => groups.add({ id })));
    await aTurn();
    stored.push(groups.add({ id: 5 }));
    expect(sent()).toEqual([[1, 2]]);
    await commits[0]?.end();
    expect(sent()).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    await commits[1]?.end();
    expect(await Promise.all(stored)).toEqual(['stored 1', 'stored 2', 'stored 3', 'stored 4', 'stored 5']);
  });

  it('answers an item only when its own group is committed', async () => {
    const { groups, commits } = aStore();
    let answered = 0;
    void groups.add({ id: 1 }).then(() => (answered += 1));
    await aTurn();
    void groups.add({ id: 2 }).then(() => (answered += 1));
    await commits[0]?.end();
    expect(answered).toBe(1);
    await commits[1]?.end();
    expect(answered).toBe(2);
  });

  it('has one item of a key under way, in the order they came', async () => {
    const { groups, commits, sent } = aStore({ inFlightPerLane: 2 });
    for (const [index, key] of ['a', 'a', 'b', 'a', 'c'].entries()) void groups.add({ id: index, key });
    await aTurn();
    expect(sent()).toEqual([[0, 2, 4]]);
    await commits[0]?.end();
    expect(sent()).toEqual([[0, 2, 4], [1]]);
    await commits[1]?.end();
    expect(sent()).toEqual([[0, 2, 4], [1], [3]]);
  });

  it('keeps lanes apart and lets them take turns', async () => {
    const { groups, commits, sent } = aStore({ inFlight: 1, items: 2 });
    for (const id of [1, 2, 3, 4, 5]) void groups.add({ id, lane: 'acme' });
    for (const id of [11, 12]) void groups.add({ id, lane: 'globex' });
    await aTurn();
    await commits[0]?.end();
    await commits[1]?.end();
    await commits[2]?.end();
    expect(sent()).toEqual([[1, 2], [11, 12], [3, 4], [5]]);
    expect(commits.map(({ lane }) => lane)).toEqual(['acme', 'globex', 'acme', 'acme']);
  });

  it.each([
    ['number', { items: 2 }, 1],
    ['size', { bytes: 20 }, 10],
  ])('bounds a group by %s', async (_, limits, size) => {
    const { groups, commits, sent } = aStore(limits);
    for (const id of [1, 2, 3, 4, 5]) void groups.add({ id, size });
    await aTurn();
    await commits[0]?.end();
    expect(sent()).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('takes an item that is larger than a group alone', async () => {
    const { groups, commits, sent } = aStore({ bytes: 20 });
    for (const [id, size] of [1, 30, 1].entries()) void groups.add({ id, size });
    await aTurn();
    await commits[0]?.end();
    await commits[1]?.end();
    expect(sent()).toEqual([[0], [1], [2]]);
  });

  it.each([
    ['items', { waitingItems: 3 }, 1],
    ['bytes', { waitingBytes: 30 }, 10],
  ])(
    'refuses more waiting %s than it may hold, and takes more when there is room',
    async (_, limits, size) => {
      const { groups, commits } = aStore(limits);
      void groups.add({ id: 1, size });
      await aTurn();
      for (const id of [3, 4, 5]) void groups.add({ id, size });
      await expect(groups.add({ id: 6, size })).rejects.toMatchObject({ status: 503, code: 'overloaded' });
      await commits[0]?.end();
      const stored = groups.add({ id: 7, size });
      for (const index of [1, 2]) await commits[index]?.end();
      expect(await stored).toBe('stored 7');
    },
  );

  it('tries the items of a group that was rolled back one by one, so that only the bad one fails', async () => {
    const { groups, commits, sent } = aStore();
    const outcomes = Promise.allSettled([2, 3, 4].map((id) => groups.add({ id })));
    await aTurn();
    await commits[0]?.end('refused');
    await commits[1]?.end();
    await commits[2]?.end('refused');
    await commits[3]?.end();
    expect(sent()).toEqual([[2, 3, 4], [2], [3], [4]]);
    expect(await outcomes).toMatchObject([
      { value: 'stored 2' },
      { reason: 'refused' },
      { value: 'stored 4' },
    ]);
  });

  it('fails a group whose fate is unknown as a whole, and goes on', async () => {
    const { groups, commits } = aStore();
    const failed = Promise.allSettled([1, 2].map((id) => groups.add({ id })));
    await aTurn();
    const stored = groups.add({ id: 3 });
    await commits[0]?.end('connection lost');
    await commits[1]?.end();
    expect(await failed).toMatchObject([{ reason: 'connection lost' }, { reason: 'connection lost' }]);
    expect(await stored).toBe('stored 3');
  });

  it('fails whoever waited as long as a group whose fate is unknown, and nobody else', async () => {
    const { groups, commits, sent } = aStore({ inFlight: 1 });
    const outcomes = Promise.allSettled([
      ...[1, 2, 3].map((id) => groups.add({ id, key: '+13125550100' })),
      groups.add({ id: 4, lane: 'globex' }),
    ]);
    await aTurn();
    expect(sent()).toEqual([[1]]);
    const later = groups.add({ id: 5, key: '+13125550100' });
    await commits[0]?.end('unknown');
    expect((await outcomes).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(sent()).toEqual([[1], [5]]);
    await commits[1]?.end();
    expect(await later).toBe('stored 5');
    const next = groups.add({ id: 6, lane: 'globex' });
    await aTurn();
    await commits[2]?.end();
    expect(await next).toBe('stored 6');
  });

  it('does not try more than three items of a group that are held up', async () => {
    const { groups, commits, sent } = aStore();
    const outcomes = Promise.allSettled([2, 3, 4, 5, 6].map((id) => groups.add({ id })));
    await aTurn();
    await commits[0]?.end('held_up');
    for (const index of [1, 2]) await commits[index]?.end('held_up');
    await commits[3]?.end();
    await commits[4]?.end('held_up');
    expect(sent()).toEqual([[2, 3, 4, 5, 6], [2], [3], [4], [5]]);
    expect(await outcomes).toMatchObject([
      { reason: 'held_up' },
      { reason: 'held_up' },
      { value: 'stored 4' },
      { reason: 'held_up' },
      { reason: 'held_up' },
    ]);
  });
});
