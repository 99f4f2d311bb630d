import { v7 } from 'uuid';
import type { Page } from 'playwright-core';
import { EMPTY_ANALYSIS } from '../../src/calls/empty-analysis.js';
import { aCaller, type Caller } from '../calls/line.js';
import { eventually } from '../support/eventually.js';
import { PageWalk } from '../support/page-walk.js';
import { aCall, insert, type Row } from '../support/records.js';
import { aVisitor, type Visitor } from '../support/visitor.js';

const CALLS = '/settings/calls';
const LATER = new Date(Date.now() + 3_600_000);
const SAID = {
  index: 0,
  turn: 1,
  speaker: 'agent',
  speaker_label: 'Agent',
  text: 'Hello <b>there</b>',
  text_unspoken: null,
  start_ms: 0,
  end_ms: 900,
  tool_call_ids: [],
};

/** Who waits for the details of calls in this database. */
const WAITING = `
  SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
   WHERE NOT granted AND relation = 'call_details'::regclass AND datname = current_database()`;

let caller: Caller;
let owner: Visitor;
let org: string;

beforeAll(async () => {
  // Nobody is called: what comes after a call is written here, when a test wants it to come.
  caller = await aCaller('http://127.0.0.1:9');
  org = caller.acme.organizationId;
  owner = await aVisitor(caller.service, org);
}, 60_000);
afterAll(() => caller?.service.stop());

/** A call that has just ended, of which this has come so far. */
async function anEndedCall(call: Row, analysis: 'running' | 'completed'): Promise<string> {
  const ended = { answered_at: new Date(), finalized_at: new Date(), ended_at: new Date() };
  const id = await aCall(caller.service, org, { agent_id: caller.agentId, ...ended, ...call });
  await insert(caller.service, 'call_details', {
    organization_id: org,
    call_id: id,
    transcript_formatted: [SAID],
    post_call_analysis: { ...EMPTY_ANALYSIS, status: analysis },
  });
  return id;
}

const change = (call: string, table: string, column: string, value: unknown) =>
  caller.service.db.query(
    `UPDATE ${table} SET ${column} = $2 WHERE ${table === 'calls' ? 'id' : 'call_id'} = $1`,
    [call, value],
  );

describe('the page of a call that has just ended', () => {
  it('says in words what is still to come, for who has no script, and nothing when all is there', async () => {
    const waiting = await anEndedCall({ watch_at: LATER }, 'running');
    const { html } = await owner.get(`${CALLS}/${waiting}`);
    expect(html).toContain('Waiting for recording and analysis');
    expect(html).toMatch(/<noscript>[^<]*Reload the page to look again<\/noscript>/);
    expect(html).toContain('The recording has not come yet.');
    const settled = await anEndedCall({}, 'completed');
    const seen = (await owner.get(`${CALLS}/${settled}`)).html;
    expect(seen).toContain('There is no recording.');
    expect(seen).not.toMatch(/Waiting for|data-poll|noscript/);
  });

  it('waits for a recording of a call in which nothing was said', async () => {
    const id = await anEndedCall({ watch_at: LATER }, 'completed');
    await change(id, 'call_details', 'transcript_formatted', '[]');
    const { html } = await owner.get(`${CALLS}/${id}`);
    expect(html).toContain('Waiting for recording<');
    expect(html).toContain('<p>Nothing was said.</p>');
    expect(html).not.toContain('aria-label="Transcript"');
    await change(id, 'calls', 'watch_at', null);
    expect((await owner.get(`${CALLS}/${id}`)).html).toContain('Nothing was said');
  });

  it('waits for the recording also when the call ended while the page was made', async () => {
    const id = await anEndedCall({ status: 'in-progress', watch_at: LATER, finalized_at: null }, 'running');
    const { page } = await caller.service.db.transaction(async (tx) => {
      await tx.query('LOCK TABLE call_details IN ACCESS EXCLUSIVE MODE');
      const asked = owner.get(`${CALLS}/${id}`);
      await eventually(async () => (await tx.query<unknown[]>(WAITING)).length > 0);
      await tx.query(`UPDATE calls SET status = 'completed', finalized_at = now() WHERE id = $1`, [id]);
      return { page: asked };
    });
    const { html } = await page;
    expect(html).toContain('Waiting for recording and analysis');
  });

  describe('in a browser', () => {
    let walk: PageWalk;
    let page: Page;
    let looks: number;

    beforeAll(async () => {
      walk = await PageWalk.begin(caller.service, org);
    }, 60_000);
    afterAll(() => walk?.end());
    beforeEach(async () => {
      page = await walk.context.newPage();
      walk.page = page;
    });
    afterEach(() => page.close());

    /** Opens it, and counts from then on how often it is asked for. */
    async function follow(id: string): Promise<void> {
      await walk.open(`${CALLS}/${id}`);
      looks = 0;
      page.on('request', (request) => (looks += Number(request.url().endsWith(id))));
    }

    it('shows what comes, and leaves alone what somebody is at', async () => {
      const id = await anEndedCall({ recording_id: 'RE1' }, 'running');
      await insert(caller.service, 'action_executions', {
        organization_id: org,
        id: v7(),
        call_id: id,
        name: 'Tell <i>CRM</i>',
        type: 'http_request',
        trigger: 'post_call',
        status: 'running',
      });
      await follow(id);
      await page.getByText('Waiting for analysis and actions').waitFor();
      await page.getByText('1 running').waitFor();
      await walk.inspect('call-waiting-analysis');
      await page.getByText('Show request and answer').click();
      const audio = await page.locator('audio').evaluateHandle((element: HTMLAudioElement) => {
        element.currentTime = 3;
        return element;
      });
      const note = page.getByLabel('New note');
      await note.pressSequentially('Half a ');
      const before = await note.boundingBox();
      const analysis = { ...EMPTY_ANALYSIS, status: 'completed', topics: ['prices'], intent: 'buy_soon' };
      await change(id, 'call_details', 'post_call_analysis', JSON.stringify(analysis));
      await page.getByText('Buy soon').waitFor();
      await change(id, 'action_executions', 'status', 'succeeded');
      await page.getByRole('cell', { name: 'Succeeded' }).waitFor();
      await page.keyboard.type('note');
      expect(await note.inputValue()).toBe('Half a note');
      expect((await note.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
      expect(await page.locator('details.folded').getAttribute('open')).toBe('');
      expect(
        await audio.evaluate((element: HTMLAudioElement) => [element.isConnected, element.currentTime]),
      ).toEqual([true, 3]);
      expect(await page.locator('[data-poll]').count()).toBe(0);
    }, 60_000);

    it.each([1280, 360])(
      'shows the recording in the place that was kept for it, %d wide',
      async (width) => {
        const id = await anEndedCall({ watch_at: LATER }, 'completed');
        await follow(id);
        await walk.inspect('call-waiting-recording');
        await page.setViewportSize({ width, height: 780 });
        const drawing = page.locator('.call-columns');
        const before = await drawing.boundingBox();
        await change(id, 'calls', 'recording_id', 'RE2');
        await page.getByRole('button', { name: 'Play' }).waitFor();
        expect((await drawing.boundingBox())?.y).toBe(before?.y);
      },
      60_000,
    );

    it('does nothing while nobody sees it, looks at once when somebody comes back, and gives up in the end', async () => {
      await page.clock.install();
      const id = await anEndedCall({ watch_at: LATER }, 'running');
      await follow(id);
      const seen = (isSeen: boolean) =>
        page.evaluate((hidden) => {
          Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
          document.dispatchEvent(new Event('visibilitychange'));
        }, !isSeen);
      await eventually(async () => {
        await page.clock.runFor(2_000);
        return looks >= 2;
      });
      await seen(false);
      const unseen = looks;
      await page.clock.runFor(60_000);
      expect(looks).toBe(unseen);
      await seen(true);
      await eventually(async () => looks > unseen);
      await eventually(async () => {
        await page.clock.runFor(30_000);
        return page.getByText('Reload the page to look again').isVisible();
      });
      const given = looks;
      await page.clock.runFor(60_000);
      expect(looks).toBe(given);
    }, 60_000);
  });
});
