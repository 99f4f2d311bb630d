import { type Llm, type LlmEndpoint, type LlmEvent, LlmFailure, type LlmRequest } from '../../src/llm/llm.js';
import { OpenAiLlm } from '../../src/llm/openai-llm.client.js';
import type { Knobs } from '../../src/scripted-model/knobs.js';
import { type ScriptedModel, startScriptedModel } from '../../src/scripted-model/scripted-model.server.js';
import { eventually } from '../support/eventually.js';
import { startHttp, stopServers } from '../support/loopback-server.js';

const KEY = 'sk-test-secret-key-0123456789';
const AT_ONCE = { firstTokenMs: 0, tokensPerSecond: 0 };

let llm: OpenAiLlm;
let model: ScriptedModel;
let endpoint: LlmEndpoint;

beforeEach(async () => {
  llm = new OpenAiLlm({ allowPrivateTargets: false });
  model = await startScriptedModel({ apiKey: KEY, knobs: AT_ONCE });
  endpoint = { baseUrl: model.baseUrl, apiKey: KEY, model: 'scripted', isUserSupplied: false };
});
afterEach(async () => {
  await llm.onApplicationShutdown();
  await model.stop();
  await stopServers();
});

const TOOL = {
  name: 'note',
  description: 'Keeps a note.',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  },
};

const asked = (more: Partial<LlmRequest> = {}): LlmRequest => ({
  endpoint,
  messages: [{ role: 'user', content: 'My password is swordfish.' }],
  ...more,
});

async function collect(request: LlmRequest, client: Llm = llm, signal = new AbortController().signal) {
  const events: LlmEvent[] = [];
  for await (const event of client.stream(request, signal)) events.push(event);
  return {
    text: events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join(''),
    calls: events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : [])),
    end: events.at(-1),
  };
}

async function failureOf(asking: Promise<unknown>): Promise<LlmFailure> {
  const error = await asking.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LlmFailure)) throw new Error('There was no failure', { cause: error });
  expect(`${error.message} ${JSON.stringify(error)} ${error.stack}`).not.toMatch(/sk-test|swordfish/);
  return error;
}

const sawItsCallerGiveUp = () =>
  eventually(async () => model.requests().length === 1 && model.requests()[0]?.gaveUp);

const says = (text: string, ...toolCalls: Knobs['replies'][number]['toolCalls']) =>
  model.setKnobs({ replies: [{ text, toolCalls }] });

describe('an answer that streams', () => {
  it('comes word by word, with what it cost', async () => {
    says('Good morning to you.');
    expect(await collect(asked())).toEqual({
      text: 'Good morning to you.',
      calls: [],
      end: {
        type: 'end',
        reason: 'stop',
        usage: { promptTokens: 7, completionTokens: 5, totalTokens: 12 },
        model: 'scripted',
      },
    });
  });

  it('holds whole tool calls, however small their parts', async () => {
    model.setKnobs({ splitArguments: 3 });
    const two = ['{"text":"a b"}', '{"text":"c"}'].map((text) => ({ name: 'note', arguments: text }));
    says('One moment.', ...two);
    const { text, calls, end } = await collect(asked({ tools: [TOOL] }));
    expect({ text, end }).toMatchObject({ text: 'One moment.', end: { reason: 'tool-calls' } });
    expect(calls).toEqual(two.map((call) => Object.assign({ id: expect.stringMatching(/^call_/) }, call)));
  });

  it.each<[string, Partial<Knobs>]>([
    ['thoughts in a field of their own', { reasoning: 'field' }],
    ['thoughts in the text', { reasoning: 'tags' }],
    ['comments and CRLF', { oddFraming: true }],
  ])('is only what is to be said: %s', async (_, knobs) => {
    model.setKnobs(knobs);
    says('Good morning.');
    expect(await collect(asked())).toMatchObject({ text: 'Good morning.', end: { reason: 'stop' } });
  });

  it('without a count of tokens has none', async () => {
    model.setKnobs({ omitUsage: true });
    expect(await collect(asked())).toMatchObject({ end: { type: 'end', usage: null } });
  });

  it('ends on the wire as soon as it is called off', async () => {
    model.setKnobs({ tokensPerSecond: 0.01 });
    const stop = new AbortController();
    const stream = llm.stream(asked(), stop.signal);
    const first = await stream.next();
    expect(first.value).toMatchObject({ type: 'text' });
    stop.abort();
    expect(await failureOf(stream.next())).toMatchObject({ kind: 'aborted', retryable: false });
    await sawItsCallerGiveUp();
  });

  it('ends on the wire when nobody listens any more', async () => {
    model.setKnobs({ tokensPerSecond: 0.01 });
    for await (const event of llm.stream(asked(), new AbortController().signal)) {
      expect(event.type).toBe('text');
      break;
    }
    await sawItsCallerGiveUp();
  });

  it('is not even asked for when it was called off before', async () => {
    expect(await failureOf(collect(asked(), llm, AbortSignal.abort()))).toMatchObject({ kind: 'aborted' });
    expect(model.requests()).toEqual([]);
  });
});

describe('what goes wrong', () => {
  it.each<[string, Partial<Knobs>, object]>([
    ['401', { status: 401 }, { kind: 'unauthorized', retryable: false }],
    ['404', { status: 404 }, { kind: 'not-found', retryable: false }],
    ['429', { status: 429 }, { kind: 'rate-limited', retryable: true }],
    ['500', { status: 500 }, { kind: 'server-error', retryable: true }],
    ['503', { status: 503 }, { kind: 'server-error', retryable: true }],
    ['400', { status: 400 }, { kind: 'bad-request', retryable: false }],
    ['nothing', { fault: 'empty' }, { kind: 'bad-answer' }],
    ['half a JSON', { fault: 'half-json' }, { kind: 'bad-answer' }],
    ['a line of 10 MB', { fault: 'long-line' }, { kind: 'bad-answer', retryable: false }],
    ['an error in the stream', { fault: 'error-in-stream' }, { kind: 'server-error', retryable: true }],
    ['a connection that breaks', { fault: 'dropped' }, { kind: 'unreachable', retryable: true }],
    ['an end in the middle', { fault: 'cut-off' }, { kind: 'bad-answer', retryable: true }],
    ['a redirect', { fault: 'redirect' }, { kind: 'bad-answer', retryable: false }],
  ])('%s is a failure of its kind, and is not asked again', async (_, knobs, failure) => {
    model.setKnobs(knobs);
    expect(await failureOf(collect(asked()))).toMatchObject(failure);
    expect(model.requests()).toHaveLength(1);
    const schema = { name: 'answer', schema: { type: 'object' } };
    model.setKnobs(knobs.fault === 'error-in-stream' ? { status: 500, fault: null } : knobs);
    const whole = llm.completeJson({ ...asked(), schema }, new AbortController().signal);
    expect(await failureOf(whole)).toMatchObject({ kind: failure['kind' as keyof typeof failure] });
  });

  it('a wrong key is told without the key', async () => {
    const wrong = { ...endpoint, apiKey: 'sk-test-wrong' };
    expect(await failureOf(collect(asked({ endpoint: wrong })))).toMatchObject({ kind: 'unauthorized' });
  });

  it('nobody there is told as such', async () => {
    const nowhere = { ...endpoint, baseUrl: 'http://127.0.0.1:9/v1' };
    expect(await failureOf(collect(asked({ endpoint: nowhere })))).toMatchObject({ kind: 'unreachable' });
  });

  it.each<[string, Partial<Knobs>, object]>([
    ['that never begins', { fault: 'silent' }, { firstTokenMs: 50 }],
    ['that never ends', { tokensPerSecond: 0.01 }, { wholeMs: 50 }],
  ])('an answer %s is given up', async (_, knobs, timings) => {
    model.setKnobs(knobs);
    const impatient = new OpenAiLlm({ allowPrivateTargets: false, timings });
    expect(await failureOf(collect(asked(), impatient))).toMatchObject({ kind: 'timeout', retryable: true });
    await sawItsCallerGiveUp();
    await impatient.onApplicationShutdown();
  });
});

describe('a server that lacks something', () => {
  it('is asked without it, and never again with it', async () => {
    model.setKnobs({
      lacks: ['strict', 'stream_options', 'parallel_tool_calls', 'temperature', 'max_tokens'],
    });
    const request = asked({ tools: [TOOL], temperature: 0.5, maxTokens: 100 });
    expect(await collect(request)).toMatchObject({ end: { reason: 'stop', usage: null } });
    expect(model.requests()).toHaveLength(6);
    await collect(request);
    expect(model.requests()).toHaveLength(7);
    expect(model.requests().at(-1)?.body).not.toHaveProperty('temperature');
    expect(model.requests().at(-1)?.body).toMatchObject({ max_completion_tokens: 100 });
  });

  it.each<[string, Knobs['lacks'], unknown]>([
    ['of nothing', [], { type: 'json_schema', json_schema: { strict: true } }],
    [
      'of strict',
      ['strict'],
      { type: 'json_schema', json_schema: expect.not.objectContaining({ strict: true }) },
    ],
    ['of schemas', ['json_schema'], { type: 'json_object' }],
    ['of any format', ['json_schema', 'response_format'], undefined],
  ])('is asked for JSON in the best way it knows: lack %s', async (_, lacks, format) => {
    model.setKnobs({ lacks, replies: [{ text: '```json\n{"text":"yes"}\n```', toolCalls: [] }] });
    const schema = { name: 'answer', schema: TOOL.parameters };
    const answer = await llm.completeJson({ ...asked(), schema }, new AbortController().signal);
    expect(answer).toMatchObject({ content: '{"text":"yes"}', reason: 'stop', model: 'scripted' });
    const { body } = model.requests().at(-1) ?? {};
    if (format === undefined) expect(body?.response_format).toBeUndefined();
    else expect(body?.response_format).toMatchObject(format as object);
  });
});

describe('a model whose address a user typed in', () => {
  it.each([
    ['http', () => model.baseUrl],
    ['an inner address', () => model.baseUrl.replace('http:', 'https:')],
    ['the metadata service', () => 'https://169.254.169.254/v1'],
  ])('is not asked at %s', async (_, baseUrl) => {
    const inner = { ...endpoint, baseUrl: baseUrl(), isUserSupplied: true };
    expect(await failureOf(collect(asked({ endpoint: inner })))).toMatchObject({
      kind: 'forbidden-address',
      retryable: false,
    });
    expect(model.requests()).toEqual([]);
  });

  it('sees the key, and nothing of the environment', async () => {
    const seen: object[] = [];
    const port = await startHttp((request, response) => {
      seen.push(request.headers);
      response.writeHead(500).end();
    });
    process.env.OPENAI_CUSTOM_HEADERS = 'x-secret: 1';
    process.env.OPENAI_ORG_ID = 'org-secret';
    try {
      const elsewhere = { ...endpoint, baseUrl: `http://127.0.0.1:${port}/v1` };
      await failureOf(collect(asked({ endpoint: elsewhere })));
      await failureOf(collect(asked({ endpoint: { ...elsewhere, apiKey: null } })));
    } finally {
      delete process.env.OPENAI_CUSTOM_HEADERS;
      delete process.env.OPENAI_ORG_ID;
    }
    expect(seen).toMatchObject([{ authorization: `Bearer ${KEY}` }, {}]);
    expect(seen[1]).not.toHaveProperty('authorization');
    expect(JSON.stringify(seen)).not.toMatch(/secret["']|org-secret|stainless/);
  });
});
