import { startScriptedModel, type ScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import type { Client } from '../support/client.js';
import { PageWalk } from '../support/page-walk.js';
import { startService, type TestService } from '../support/service.js';
import { aVisitor, Visitor } from '../support/visitor.js';

const PAGE = '/settings/organization';
const KEY = 'sk-of-the-organization-7Qx2';
const WRONG = 'sk-of-somebody-else-9Zk4';

let model: ScriptedModel;
let service: TestService;
let acme: Client;

beforeAll(async () => {
  model = await startScriptedModel({ apiKey: KEY });
  service = await startService({ llm: { baseUrl: model.baseUrl, model: 'of-the-service', apiKey: KEY } });
});
afterAll(async () => {
  await service?.stop();
  await model?.stop();
});
beforeEach(async () => {
  model.setKnobs({ firstTokenMs: 0, tokensPerSecond: 0, status: null, fault: null, replies: [] });
  acme = await service.anOrganization();
});

const save = async (own: object) => {
  const fields = { llm_base_url: model.baseUrl, llm_model: '<b>ours</b>', llm_api_key: KEY, ...own };
  expect(await acme.patch('/api/organization', fields)).toMatchObject({ status: 200 });
};

/** What the page says once somebody tests the model; `url` is that of another replica. */
async function said(url = service.url): Promise<string> {
  const owner = await aVisitor(service, acme.organizationId);
  const there = new Visitor(url);
  for (const [name, value] of owner.cookies) there.cookies.set(name, value);
  expect((await there.get(PAGE)).html).not.toContain('<p role="status"');
  const { status, html } = await there.submit(PAGE, `${PAGE}/model-test#model-test`);
  expect(status).toBe(200);
  expect(html).not.toContain(KEY);
  expect(html).not.toContain(WRONG);
  const told = /<p role="status"[^>]*>(.*?)<\/p>/s.exec(html)?.[1] ?? '';
  return told
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

describe('the test of the language model', () => {
  it("asks the organization's own with its key, and says who answered in how many ms", async () => {
    await save({});
    expect(await said()).toMatch(/^The model works &lt;b>ours&lt;\/b> answered in \d+ ms\.$/);
    expect(model.requests().at(-1)?.body).toMatchObject({ model: '<b>ours</b>', stream: true });
  });

  it('asks the one of the installation where the organization has none', async () => {
    expect(await said()).toMatch(/^The model works of-the-service answered in \d+ ms\.$/);
    await save({ llm_base_url: null, llm_api_key: null, llm_model: 'another' });
    expect(await said()).toMatch(/^The model works another answered in/);
  });

  it('names whom it would ask', async () => {
    const owner = await aVisitor(service, acme.organizationId);
    const asks = async () => /id="model-test-hint">([^.]*\.)/.exec((await owner.get(PAGE)).html)?.[1];
    expect(await asks()).toBe('Asks the model of this installation for one word.');
    await save({ llm_base_url: null, llm_api_key: null });
    expect(await asks()).toBe('Asks &lt;b>ours&lt;/b> on the server of this installation for one word.');
    await save({});
    expect(await asks()).toBe('Asks your model for one word.');
  });

  it.each<[string, object, RegExp]>([
    ['a key that is refused', { llm_api_key: WRONG }, /^The server refuses the key .* answered 401/],
    ['a key that is missing', { llm_api_key: null }, /^The server wants a key .* answered 401/],
    [
      'nobody there',
      { llm_base_url: 'http://127.0.0.1:9/v1' },
      /^The language model cannot be reached The model at/,
    ],
  ])('tells %s', async (_, own, words) => {
    await save(own);
    expect(await said()).toMatch(words);
  });

  it.each<[string, Parameters<ScriptedModel['setKnobs']>[0], RegExp]>([
    ['a model that is unknown', { status: 404 }, /^The server does not know the model, or the address is/],
    ['too many requests', { status: 429 }, /^The server takes no more requests for now .* 429/],
    ['a fault of the server', { status: 503 }, /^The server has a fault .* answered 503/],
    ['an answer that ends in the middle', { fault: 'cut-off' }, /^The answer cannot be used/],
    [
      'an answer without a word',
      { replies: [{ text: '', toolCalls: [] }] },
      /^The answer cannot be used .* word\.$/,
    ],
  ])('tells %s', async (_, knobs, words) => {
    await save({});
    model.setKnobs(knobs);
    expect(await said()).toMatch(words);
  });

  it('tells a model that is silent', async () => {
    const { url } = await service.replica({ llmTimings: { firstTokenMs: 50 } });
    await save({});
    model.setKnobs({ fault: 'silent' });
    expect(await said(url)).toMatch(/^The model does not answer in time The model did not begin/);
  });

  it('tells an address that is not public, and does not ask there', async () => {
    await save({});
    const { url } = await service.replica({ allowPrivateTargets: false });
    const before = model.requests().length;
    expect(await said(url)).toMatch(/^The address is refused/);
    expect(model.requests()).toHaveLength(before);
  });

  it('does not tell organizations where the model of the installation stands', async () => {
    model.setKnobs({ status: 500 });
    expect(await said()).toBe('The server has a fault Whoever runs this installation can fix it.');
  });

  it('is not offered to viewers', async () => {
    const viewer = await aVisitor(service, acme.organizationId, 'viewer');
    expect((await viewer.get(PAGE)).html).not.toContain('Test model');
  });

  it('bars nobody, whatever it says', async () => {
    const walk = await PageWalk.begin(service, acme.organizationId);
    const test = () => walk.page.getByRole('button', { name: 'Test model' }).click();
    try {
      await save({ llm_api_key: WRONG });
      await walk.open(PAGE);
      await test();
      await walk.page.getByText('The server refuses the key').waitFor();
      await walk.inspect('model-test-refused');
      await save({});
      await test();
      await walk.page.getByText('The model works').waitFor();
      expect(new URL(walk.page.url()).hash).toBe('#model-test');
      await walk.inspect('model-test-works');
    } finally {
      await walk.end();
    }
  }, 60_000);
});
