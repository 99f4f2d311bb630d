import { LLM, type Llm } from '../../src/llm/llm.js';
import { ModelChoice } from '../../src/llm/model-choice.service.js';
import { startScriptedModel, type ScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import type { Client } from '../support/client.js';
import { startService, type TestService } from '../support/service.js';

const KEY = 'sk-of-the-organization-7Qx2';
const SERVICES = { baseUrl: 'http://127.0.0.1:9/v1', model: 'scripted', apiKey: 'sk-of-the-service' };

let service: TestService;
let own: ScriptedModel;
let acme: Client;

beforeAll(async () => {
  own = await startScriptedModel({ apiKey: KEY, knobs: { firstTokenMs: 0, tokensPerSecond: 0 } });
  service = await startService({ llm: SERVICES });
});
afterAll(async () => {
  await service?.stop();
  await own?.stop();
});
beforeEach(async () => {
  acme = await service.anOrganization();
});

const endpoint = (agentsModel: string | null = null) =>
  service.app.get(ModelChoice).endpointFor(acme.organizationId, agentsModel);
const change = (body: object) => acme.patch('/api/organization', body);

describe("an organization's language model", () => {
  it("is the service's, unless its agents or it name another one", async () => {
    expect(await endpoint()).toEqual({ ...SERVICES, isUserSupplied: false });
    expect(await endpoint('large')).toEqual({ ...SERVICES, model: 'large', isUserSupplied: false });
    await change({ llm_model: 'small' });
    expect(await endpoint()).toMatchObject({ baseUrl: SERVICES.baseUrl, model: 'small' });
    expect(await endpoint('large')).toMatchObject({ model: 'large' });
  });

  it('can be its own, which is asked with its own key and as what a user typed in', async () => {
    const changed = await change({ llm_base_url: `${own.baseUrl}/`, llm_model: 'ours', llm_api_key: KEY });
    expect(changed).toMatchObject({
      status: 200,
      body: { llm_base_url: own.baseUrl, llm_model: 'ours', llm_api_key_last_four: '7Qx2' },
    });
    const ours = await endpoint();
    expect(ours).toEqual({ baseUrl: own.baseUrl, model: 'ours', apiKey: KEY, isUserSupplied: true });
    const events: string[] = [];
    const messages = [{ role: 'user', content: 'Hello' }] as const;
    for await (const event of service.app
      .get<Llm>(LLM)
      .stream({ endpoint: ours, messages }, new AbortController().signal))
      events.push(event.type);
    expect(events.at(-1)).toBe('end');
  });

  it('keeps its key: no answer, no audit entry and no row shows it', async () => {
    const answers = [
      await change({ llm_base_url: own.baseUrl, llm_api_key: KEY }),
      await acme.get('/api/organization'),
    ];
    const rows = await service.db.query(
      `SELECT to_jsonb(o) AS o, (SELECT jsonb_agg(a) FROM audit_log a WHERE a.organization_id = o.id) AS audit
         FROM organizations o WHERE id = $1`,
      [acme.organizationId],
    );
    expect(JSON.stringify([answers.map(({ body }) => body), rows])).not.toContain(KEY);
    expect(JSON.stringify(rows)).toContain('organization.model_changed');
  });

  it('does not take its key along to another address', async () => {
    await change({ llm_base_url: own.baseUrl, llm_api_key: KEY });
    expect((await change({ llm_base_url: 'http://127.0.0.1:9/v1' })).body.llm_api_key_last_four).toBeNull();
    expect(await endpoint()).toMatchObject({ apiKey: null });
    await change({ llm_base_url: own.baseUrl, llm_api_key: KEY });
    await change({ llm_base_url: null });
    expect(await endpoint()).toEqual({ ...SERVICES, isUserSupplied: false });
  });

  it('can get another key where its address stays', async () => {
    await change({ llm_base_url: own.baseUrl });
    expect(await change({ llm_api_key: KEY })).toMatchObject({ status: 200 });
    expect(await endpoint()).toMatchObject({ baseUrl: own.baseUrl, apiKey: KEY });
  });

  it("of one is not another's", async () => {
    await change({ llm_base_url: own.baseUrl, llm_api_key: KEY });
    acme = await service.anOrganization('Other');
    expect(await endpoint()).toMatchObject({ apiKey: SERVICES.apiKey });
  });

  it.each<[object, string]>([
    [{ llm_base_url: 'no url' }, 'llm_base_url'],
    [{ llm_base_url: 'https://user:pw@models.example.com/v1' }, 'llm_base_url'],
    [{ llm_base_url: 'https://models.example.com/v1?key=1' }, 'llm_base_url'],
    [{ llm_base_url: 'http://models.example.com/v1' }, 'llm_base_url'],
    [{ llm_base_url: 'https://10.0.0.1/v1' }, 'llm_base_url'],
    [{ llm_base_url: 'https://localhost/v1' }, 'llm_base_url'],
    [{ llm_api_key: KEY }, 'llm_base_url'],
    [{ llm_base_url: null, llm_api_key: KEY }, 'llm_base_url'],
    [{ llm_api_key: 'with space' }, 'llm_api_key'],
    [{ llm_api_key: '' }, 'llm_api_key'],
    [{ llm_model: 7 }, 'llm_model'],
  ])('%j is refused', async (body, field) => {
    const { url } = await careful();
    const answer = await acme.with({ url }).patch('/api/organization', body);
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field }] } });
    expect(answer.text).not.toContain('with space');
    expect(answer.text).not.toContain(KEY);
  });

  let replica: Promise<{ url: string }> | undefined;
  const careful = () => (replica ??= service.replica({ allowPrivateTargets: false }));
});
