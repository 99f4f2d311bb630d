import { startScriptedModel, type ScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import { aSpokenCall, eventsOf, GOOD_ANSWER, outcomeOf } from '../support/analysed-calls.js';
import { eventually } from '../support/eventually.js';
import { LEFT_ALONE } from '../support/killed-jobs.js';
import { startPrivatePostgres, type PrivatePostgres } from '../support/private-postgres.js';
import { anOrganizationIn, startServiceProcess } from '../support/service-process.js';
import { startServiceOn } from '../support/service.js';

const KEY = 'model-key';

let postgres: PrivatePostgres;
let model: ScriptedModel;

beforeAll(async () => {
  postgres = await startPrivatePostgres();
  model = await startScriptedModel({ apiKey: KEY, knobs: { firstTokenMs: 120_000, tokensPerSecond: 0 } });
});
afterAll(async () => {
  await model?.stop();
  await postgres?.stop();
});

const GOOD = { text: JSON.stringify(GOOD_ANSWER), toolCalls: [] };

describe('a process that is killed while it analyses a call', () => {
  it('leaves the job to another one, and one analysis is recorded and told', async () => {
    const killed = await startServiceProcess(postgres.url, {
      LLM_BASE_URL: model.baseUrl,
      LLM_MODEL: 'scripted',
      LLM_API_KEY: KEY,
      ALLOW_PRIVATE_TARGETS: 'true',
    });
    const organization = await anOrganizationIn(postgres.url);
    // Before the other one is there: the job is the killed one's.
    const acme = organization.with({ url: killed.url });
    const arranged = await startServiceOn(postgres.url, {
      llm: { baseUrl: 'http://127.0.0.1:9/v1', model: 'scripted', apiKey: KEY },
    });
    const action = { type: 'add_note', name: 'Told', body: 'Analysed.', when: 'always' } as const;
    const { id } = await aSpokenCall(arranged, acme, { config: { postCallActions: [action] } });
    await arranged.stop();
    expect((await acme.post(`/api/calls/${id}/analyze`, {})).status).toBe(202);
    await eventually(async () => model.requests().length > 0, 20);
    await killed.end('SIGKILL');

    model.setKnobs({ firstTokenMs: 0, tokensPerSecond: 0, replies: [GOOD, GOOD, GOOD] });
    const other = await startServiceOn(postgres.url, {
      llm: { baseUrl: model.baseUrl, model: 'scripted', apiKey: KEY },
    });
    try {
      const call = await eventually(async () => {
        for (const statement of LEFT_ALONE) await other.db.query(statement);
        const { body } = await acme.with({ url: other.url }).get(`/api/calls/${id}?fields=full`);
        return body['post_call_analysis']?.status === 'completed' && body;
      }, 40);
      expect(call).toMatchObject({ call_success: true, call_description: GOOD_ANSWER.summary });
      await eventually(async () => (await eventsOf(other, id)).length >= 3);
      const told = (await eventsOf(other, id)).map(({ type }) => type);
      expect(told.filter((type) => type === 'call.analyzed')).toHaveLength(1);
      expect(told.filter((type) => type === 'task.completed')).toHaveLength(1);
      expect((await outcomeOf(acme.with({ url: other.url }), id))['notes']).toHaveLength(1);
      expect(model.requests()).toHaveLength(2);
    } finally {
      await other.stop();
    }
  }, 90_000);
});
