import { readChatRequest } from './chat-request.js';
import { replyTo } from './script.js';

const PROMPT = `You are Ava from Brightline. Be brief.
Brightline answers the telephone for small businesses, day and night. It costs 49 dollars a month.
Setting it up takes about twenty minutes. You can cancel at any time; there is no contract.
- Ask "What made you look into this?"
- Ask how many calls they get on a busy day.
- Ask for their e-mail address.
Tag the customer "demo-booked" when a time was agreed on.`;

const tool = (name: string, properties: object = {}, description = '') => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: { type: 'object', properties, required: Object.keys(properties) },
  },
});
const TOOLS = [
  tool('end_call'),
  tool('transfer_call', { destination: { type: 'string', enum: ['support', 'sales'] } }),
  tool('opt_out'),
  tool('update_contact'),
  tool('add_tag'),
  tool('order_status', { order: { type: 'integer' } }, 'Looks up where an order is'),
];

type Said = string | { tool: string; args?: string };
/** The customer and the agent in turn, the customer first; a tool's call has its answer behind it. */
function answer(turns: readonly Said[], tools: readonly object[] = TOOLS) {
  const messages = turns.flatMap<object>((turn, index) => {
    if (typeof turn !== 'string') {
      const call = {
        id: `c${index}`,
        type: 'function',
        function: { name: turn.tool, arguments: turn.args ?? '{}' },
      };
      return [
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: `c${index}`, content: '{"ok":true,"result":{"state":"shipped"}}' },
      ];
    }
    const [, who = '', content = ''] = /^(C|A): (.*)$/.exec(turn) ?? [];
    return [{ role: who === 'C' ? 'user' : 'assistant', content }];
  });
  return replyTo(
    readChatRequest({ model: 'm', messages: [{ role: 'system', content: PROMPT }, ...messages], tools }),
  );
}

describe('the scripted agent', () => {
  it.each<[string, Said[], RegExp]>([
    ['asks first what its prompt asks first', ['C: Yes, I have time.'], /\. What made you look into this\?$/],
    [
      'turns what it is to ask to the customer',
      ['C: Hi', 'A: What made you look into this?', 'C: We miss calls.'],
      / May I ask how many calls you get on a busy day\?$/,
    ],
    ['answers out of its prompt', ['C: How much does it cost?'], /^It costs 49 dollars a month\. What made/],
    [
      'knows other words for it',
      ['C: How long does it take to get started?'],
      /^Setting it up takes about twenty/,
    ],
    ['says when it does not know', ['C: Do you like horses?'], /^That is a good question/],
    [
      'asks again what was interrupted',
      ['C: Hi', 'A: Thank you. What made you…', 'C: Sorry?'],
      /What made you look into this\?$/,
    ],
    [
      'is still there',
      ['C: Hi', 'A: Thanks. Any news?', 'C: Hello? Are you there?'],
      /^Yes, I am here. Any news\?$/,
    ],
  ])('%s', (_, turns, text) => {
    const reply = answer(turns);
    expect(reply).toEqual({ text: expect.stringMatching(text), toolCalls: [] });
  });

  it.each<[string, Said[], string, object]>([
    ['hangs up after a goodbye', ['C: No, that is all. Goodbye!'], 'end_call', {}],
    [
      'hands over to a person',
      ['C: Could I speak to a real person in sales?'],
      'transfer_call',
      { destination: 'sales' },
    ],
    ['lets nobody be called who does not want it', ['C: Please stop calling me.'], 'opt_out', {}],
    [
      'keeps what it is told, as it is spoken',
      ["C: Sure, it's dana dot reyes at example dot com."],
      'update_contact',
      { email: 'dana.reyes@example.com', first_name: null },
    ],
    [
      'keeps a name',
      ['C: Yes, this is Dana Reyes.'],
      'update_contact',
      { first_name: 'Dana', last_name: 'Reyes' },
    ],
    [
      'asks other systems',
      ['C: Where is my order 4711? Can you look it up?'],
      'order_status',
      { order: 4711 },
    ],
    [
      'tags who has answered everything',
      ['C: Hi', 'A: Could you tell me your e-mail address?', 'C: I would rather not.'],
      'add_tag',
      { tag: 'demo-booked' },
    ],
  ])('%s', (_, turns, name, args) => {
    const [call] = answer(turns).toolCalls;
    expect(call?.name).toBe(name);
    expect(JSON.parse(call?.arguments ?? '')).toMatchObject(args);
  });

  it('does a thing once, and goes on with what came of it', () => {
    const first = answer(['C: Where is my order 4711? Can you look it up?']).toolCalls[0];
    const turns = [
      'C: Where is my order 4711? Can you look it up?',
      { tool: 'order_status', args: first?.arguments },
    ];
    expect(answer(turns)).toMatchObject({ text: expect.stringContaining('state is shipped'), toolCalls: [] });
  });

  it('without tools says goodbye all the same', () => {
    expect(answer(['C: Goodbye!'], [])).toMatchObject({
      text: expect.stringMatching(/Goodbye!$/),
      toolCalls: [],
    });
  });
});

describe('the scripted analysis', () => {
  const text = { type: 'string' };
  const schema = {
    type: 'object',
    properties: {
      summary: text,
      success: { type: 'object', properties: { result: text, score: {}, rationale: text } },
      sentiment: { type: 'object', properties: { label: text, score: {} } },
      opt_out: {},
      evidence: {},
      criteria: {
        type: 'object',
        properties: {
          demo_agreed: {
            type: 'object',
            properties: {
              value: { type: ['boolean', 'null'], description: 'Was a time for a demo agreed on?' },
            },
          },
        },
      },
      extractions: {
        type: 'object',
        properties: {
          calls_a_day: {
            description: 'How many calls on a busy day',
            anyOf: [{ type: 'integer' }, { type: 'null' }],
          },
          email: { description: 'E-mail address', anyOf: [text, { type: 'null' }] },
          shoe_size: { description: 'Shoe size', anyOf: [{ type: 'integer' }, { type: 'null' }] },
        },
      },
    },
  };
  const analysis = (transcript: string) =>
    JSON.parse(
      replyTo(
        readChatRequest({
          model: 'm',
          messages: [{ role: 'user', content: transcript }],
          response_format: { type: 'json_schema', json_schema: { name: 'a', schema } },
        }),
      ).text,
    );

  it('tells what the transcript tells', () => {
    const transcript = `[0] Agent: How many calls do you get on a busy day?
[1] Customer: I'd say around twenty.
[2] Agent: Would Tuesday at ten suit you for a demo?
[3] Customer: Tuesday at ten works better for me.
[4] Agent: And your e-mail?
[5] Customer: Sure, it's dana dot reyes at example dot com. Thanks!`;
    expect(analysis(transcript)).toMatchObject({
      summary: expect.stringContaining('Tuesday at ten works better for me.'),
      success: { result: 'success', score: 0.9 },
      sentiment: { label: 'positive' },
      opt_out: false,
      evidence: [{ quote: 'Tuesday at ten works better for me.', transcript_index: 3 }],
      criteria: { demo_agreed: { result: 'success', value: true } },
      extractions: { calls_a_day: 20, email: 'dana.reyes@example.com', shoe_size: null },
    });
  });

  it('knows nothing of a call in which the customer said nothing', () => {
    expect(analysis('[0] Agent: Hello?')).toMatchObject({
      success: { result: 'unknown', score: null },
      opt_out: null,
      criteria: { demo_agreed: { result: 'unknown', value: null } },
      extractions: { email: null },
    });
  });
});
