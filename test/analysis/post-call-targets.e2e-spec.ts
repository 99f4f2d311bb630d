import { startScriptedModel, type ScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import { analysed, aSpokenCall, eventsOf, GOOD_ANSWER } from '../support/analysed-calls.js';
import { startCanary } from '../support/canary.js';
import type { Client } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService } from '../support/service.js';

const KEY = 'sk-test-secret-key-0123456789';

let service: TestService;
let model: ScriptedModel;
let acme: Client;

beforeAll(async () => {
  model = await startScriptedModel({ apiKey: KEY, knobs: { firstTokenMs: 0, tokensPerSecond: 0 } });
  service = await startService({
    llm: { baseUrl: model.baseUrl, model: 'scripted', apiKey: KEY },
    allowPrivateTargets: false,
    // Whatever name is looked up, it has come to mean this machine.
    outboundHttp: { resolve: () => Promise.resolve(['127.0.0.1']) },
  });
  acme = await service.anOrganization();
});
afterAll(async () => {
  await service.stop();
  await model.stop();
});

describe('a request after a call', () => {
  it.each([
    ['an address inside the network', (port: number) => `https://127.0.0.1:${port}/hook`, /not public/],
    ['a name that means one', (port: number) => `https://crm.example.test:${port}/hook`, /not public/],
    ['plain http', (port: number) => `http://crm.example.test:${port}/hook`, /https/],
  ])('never reaches %s, is not tried again, and is told as failed', async (_, urlAt, error) => {
    const canary = await startCanary();
    // Stored before the rules were so, or by whoever else writes the table: it is judged when it is sent.
    const config = {
      postCallActions: [
        { type: 'http_request', name: 'CRM', url: urlAt(canary.port), when: 'always' } as const,
      ],
    };
    const { id } = await aSpokenCall(service, acme, { config });
    model.setKnobs({ replies: [{ text: JSON.stringify(GOOD_ANSWER), toolCalls: [] }] });
    await analysed(acme, id);
    const call = await eventually(async () => {
      const { body } = await acme.get(`/api/calls/${id}?fields=full`);
      return body.action_summary.pending === 0 && body;
    });
    expect(call.action_executions).toMatchObject([
      { name: 'CRM', status: 'failed', attempt: 1, response: null, error: expect.stringMatching(error) },
    ]);
    const told = await eventsOf(service, id);
    expect(told.filter(({ type }) => type.startsWith('task.'))).toMatchObject([
      { type: 'task.failed', data: { task: { name: 'CRM', status: 'failed' } } },
    ]);
    expect(canary.hits()).toBe(0);
    await canary.close();
  });
});
