import { eventually } from '../support/eventually.js';
import { aTalk, GREETING, uses, type Talk } from './talk.js';

let talk: Talk;
let agentId: string;
beforeAll(async () => {
  talk = await aTalk();
  agentId = (await talk.acme.post('/api/agents', { name: 'Ava', greeting: GREETING })).body.id;
});
afterEach(() => talk.model.setKnobs({ status: null, firstTokenMs: 0, replies: [] }));
afterAll(() => talk.stop());

const begin = async (variables = {}) => {
  const { body } = await talk.acme.post(`/api/agents/${agentId}/chats`, { variables });
  return `/api/agents/${agentId}/chats/${body.id}`;
};
const send = (chat: string, text: string) => talk.acme.post(`${chat}/messages`, { text });

/** The chat, once the agent has answered. */
const answered = (chat: string) =>
  eventually(async () => {
    const { body } = await talk.acme.get(chat);
    return body.status !== 'answering' && body;
  });
const said = ({ messages }: { messages: { speaker: string; text: string }[] }) =>
  messages.map(({ speaker, text }) => `${speaker}: ${text}`);

describe('a chat with an agent', () => {
  it('begins with its greeting, and goes on as a call does', async () => {
    const { status, body, headers } = await talk.acme.post(`/api/agents/${agentId}/chats`, {});
    const chat = headers.get('location') ?? '';
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { agent_id: agentId, agent_version: 1, status: 'waiting', ended: null, tool_uses: [] },
    });
    expect(said(body)).toEqual([`agent: ${GREETING}`]);
    talk.answers('We open at **nine**.', 'At six.');
    expect(await send(chat, 'When do you open?')).toMatchObject({
      status: 202,
      body: { status: 'answering' },
    });
    await answered(chat);
    await send(chat, 'And when do you close?');
    expect(said(await answered(chat))).toEqual([
      `agent: ${GREETING}`,
      'customer: When do you open?',
      'agent: We open at nine.',
      'customer: And when do you close?',
      'agent: At six.',
    ]);
    expect(talk.model.requests().at(-1)?.body.messages.slice(1)).toEqual([
      { role: 'assistant', content: GREETING },
      { role: 'user', content: 'When do you open?' },
      { role: 'assistant', content: 'We open at nine.' },
      { role: 'user', content: 'And when do you close?' },
    ]);
  });

  it('shows what its tools would do, and does nothing', async () => {
    await talk.service.db.query(
      `UPDATE agent_versions SET config = config || '{"tools": ["end_call", "add_tag"]}' WHERE agent_id = $1`,
      [agentId],
    );
    const chat = await begin();
    talk.answers(
      uses('add_tag', { tag: 'vip' }, 'One moment.'),
      uses('end_call', { reason: 'done' }, 'Goodbye!'),
    );
    await send(chat, 'Mark me as important.');
    const body = await answered(chat);
    expect(body).toMatchObject({
      status: 'ended',
      ended: 'agent-ended',
      tool_uses: [
        { name: 'add_tag', arguments: { tag: 'vip' }, accepted: true },
        { name: 'end_call', accepted: true },
      ],
    });
    expect(said(body).slice(-2)).toEqual(['agent: One moment.', 'agent: Goodbye!']);
    expect(await send(chat, 'Hello?')).toMatchObject({ status: 409, body: { code: 'chat_over' } });
    const count = async (table: string): Promise<number> =>
      (await talk.service.db.query(`SELECT 1 FROM ${table}`)).length;
    expect([await count('calls'), await count('contacts'), await count('action_executions')]).toEqual([
      0, 0, 0,
    ]);
  });

  it('takes one message at a time', async () => {
    const chat = await begin();
    talk.model.setKnobs({ firstTokenMs: 1_000 });
    talk.answers('Yes.');
    await send(chat, 'Are you there?');
    expect(await send(chat, 'Hello?')).toMatchObject({ status: 409, body: { code: 'chat_answering' } });
    expect(said(await answered(chat)).slice(-2)).toEqual(['customer: Are you there?', 'agent: Yes.']);
  });

  it('whose model fails ends with an apology', async () => {
    const chat = await begin();
    talk.model.setKnobs({ status: 401 });
    await send(chat, 'Are you there?');
    expect(await answered(chat)).toMatchObject({ status: 'ended', ended: 'model-failed' });
  });

  it('is nobody else’s, and is forgotten', async () => {
    const chat = await begin();
    const other = await talk.service.anOrganization('Other');
    expect(await other.get(chat)).toMatchObject({ status: 404, body: { error: 'Chat not found' } });
    await talk.service.db.query(`UPDATE chats SET expires_at = now()`);
    expect(await talk.acme.get(chat)).toMatchObject({ status: 404 });
    expect(await send(chat, 'Hello?')).toMatchObject({ status: 404 });
    expect(await talk.acme.post(`/api/agents/${chat.slice(-36)}/chats`, {})).toMatchObject({
      status: 404,
      body: { error: 'Agent not found' },
    });
  });

  it('fills in what it is given', async () => {
    await talk.acme.patch(`/api/agents/${agentId}`, { greeting: 'Hi {{first_name}}!' });
    const { body } = await talk.acme.get(await begin({ first_name: 'Ada' }));
    expect(said(body)).toEqual(['agent: Hi Ada!']);
  });

  it('refuses what is no message', async () => {
    const chat = await begin();
    for (const text of [undefined, '', ' ', 5, 'x'.repeat(2_001)])
      expect(await talk.acme.post(`${chat}/messages`, { text })).toMatchObject({ status: 400 });
  });
});
