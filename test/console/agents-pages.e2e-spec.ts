import type { Page } from 'playwright-core';
import { aTalk, type Talk, uses } from '../conversations/talk.js';
import type { Client } from '../support/client.js';
import { PageWalk } from '../support/page-walk.js';
import { aCall } from '../support/records.js';
import type { TestService } from '../support/service.js';
import { aVisitor, type Seen, type Visitor } from '../support/visitor.js';

const PATH = '/settings/agents';
const MARKUP = '"><script>alert(1)</script><b>';

let talk: Talk;
let service: TestService;
let acme: Client;
let owner: Visitor & { email: string };
let viewer: Visitor;

beforeAll(async () => {
  talk = await aTalk();
  ({ service, acme } = talk);
  owner = await aVisitor(service, acme.organizationId);
  viewer = await aVisitor(service, acme.organizationId, 'viewer');
});
afterEach(() => talk.model.setKnobs({ status: null, replies: [] }));
afterAll(() => talk.stop());

const anAgent = async (fields = {}): Promise<string> =>
  (await acme.post('/api/agents', { name: 'Ava', ...fields })).body.id;
const mayCall = (countries: string) =>
  service.db.query(`UPDATE organizations SET allowed_countries = $1 WHERE id = $2`, [
    countries,
    acme.organizationId,
  ]);
const read = async (id: string) => (await acme.get(`/api/agents/${id}`)).body;

const INPUTS = /<input\b(?:[^>"]|"[^"]*")*>|<(select|textarea)\b[^>]*>(.*?)<\/\1>/gs;

/** What a page's form would send as it stands. */
function filledIn(html: string, action: string): Record<string, string[]> {
  const form = html.split(`action="${action}"`)[1]?.split('</form>')[0] ?? '';
  const fields: Record<string, string[]> = {};
  for (const [tag, , body] of form.matchAll(INPUTS)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1] ?? '';
    const isOff = tag.includes('type="checkbox"') && !tag.includes(' checked');
    const chosen = /<option value="([^"]*)" selected/.exec(tag)?.[1];
    const value = body === undefined ? / value="([^"]*)"/.exec(tag)?.[1] : (chosen ?? body.slice(1));
    if (!isOff) (fields[name] ??= []).push(unescaped(value ?? ''));
  }
  return fields;
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Opens a page of an agent's form, fills in more, and sends it. */
async function edit(id: string, section: string, fields: Record<string, string | string[]>): Promise<Seen> {
  const path = `${PATH}/${id}/edit/${section}`;
  const { html } = await owner.get(path);
  return owner.post(path, { ...filledIn(html, path), ...fields });
}

const EVERYTHING = {
  name: `Ava ${MARKUP}`,
  prompt: `You are Ava.\n\nAsk {{first_name}} for ${MARKUP}\n`,
  greeting: 'Hi {{first_name}}',
  language: 'en-GB',
  voice: 'Polly.Amy-Neural',
  model: 'gpt-5-mini',
  temperature: 0.5,
  hints: ['Brightline', 'Acme, Inc.'],
  fallback_line: 'One moment.',
  interruptible: false,
  silence_seconds: 7,
  record: true,
  ring_timeout_seconds: 20,
  max_duration_seconds: 600,
  tools: ['opt_out', 'end_call'],
  transfer_destinations: [{ name: 'sales', phone: '+13125550170', description: `A person ${MARKUP}` }],
  http_tools: [
    {
      name: 'book',
      description: 'Books',
      url: 'https://crm.example.com/book',
      parameters: { type: 'object', properties: { time: { type: 'string', description: MARKUP } } },
      timeout_seconds: 5,
    },
  ],
  voicemail: { action: 'leave_message', message: `Hi, this is Ava ${MARKUP}` },
  success_criteria: [{ name: 'booked', description: `Booked? ${MARKUP}`, type: 'boolean' }],
  extractions: [{ name: 'calls_a_day', description: 'How many', schema: { type: 'integer', minimum: 0 } }],
  post_call_actions: [
    { type: 'add_note', name: 'Note', body: `Called.\nTwice ${MARKUP}`, when: 'failure' },
    { type: 'add_tag', name: 'Tag', tag: 'called', when: 'always' },
    { type: 'http_request', name: 'Tell', url: 'https://crm.example.com/done', when: 'success' },
  ],
};

describe('the list of agents', () => {
  it('is empty for an organization without agents, and says what to do', async () => {
    const other = await aVisitor(service, (await service.anOrganization('New')).organizationId);
    const { html } = await other.get(PATH);
    expect(html).toContain('No agents yet');
    expect(html).toContain(`href="${PATH}/new"`);
  });

  it('finds agents by a part of their name and by their status', async () => {
    await anAgent({ name: `Finder ${MARKUP}` });
    await anAgent({ name: 'Finder off', status: 'inactive' });
    const both = (await owner.get(`${PATH}?q=FINDER`)).html;
    expect(both).toContain('>Finder &quot;>&lt;script>');
    expect(both).toContain('Finder off');
    const off = (await owner.get(`${PATH}?q=finder&status=inactive`)).html;
    expect(off).not.toContain('&lt;script>');
    expect(off).toContain('Finder off');
    expect((await owner.get(`${PATH}?q=100%25`)).html).toContain('No agent has “100%” in its name.');
  });

  it('tells when each was last on a call', async () => {
    const id = await anAgent({ name: 'Busy' });
    expect((await owner.get(`${PATH}?q=Busy`)).html).toContain('No calls yet');
    for (const day of ['2026-03-04', '2026-03-02'])
      await aCall(service, acme.organizationId, { agent_id: id, started_at: new Date(`${day}T10:00:00Z`) });
    for (const path of [`${PATH}?q=Busy`, `${PATH}/${id}`]) {
      const { html } = await owner.get(path);
      expect(html).toContain('datetime="2026-03-04T10:00:00.000Z"');
      expect(html).not.toContain('No calls yet');
    }
  });
});

describe('an agent', () => {
  it('is switched off and on by one click, which says what it does', async () => {
    const id = await anAgent({ name: 'Switch' });
    const off = await owner.submit(`${PATH}/${id}`, `${PATH}/${id}/deactivate`);
    expect(off.location).toBe(`${PATH}/${id}`);
    expect((await owner.get(`${PATH}/${id}`)).html).toContain(
      'Switch is inactive: it places and answers no calls.',
    );
    expect(await read(id)).toMatchObject({ status: 'inactive', version: 2 });
    const on = await owner.submit(PATH, `${PATH}/${id}/activate`);
    expect(on.location).toBe(PATH);
    expect(await read(id)).toMatchObject({ status: 'active', version: 3 });
  });

  it('shows the numbers that lead to it', async () => {
    const id = await anAgent();
    await acme.post('/api/phone-numbers', { number: '+13125550188', label: MARKUP, agent_id: id });
    const { html } = await owner.get(`${PATH}/${id}`);
    expect(html).toContain('title="+13125550188"');
    expect(html).toContain('&lt;b>');
  });

  it('says whether it can call and be called: without a number neither, with a default one only call', async () => {
    const other = await service.anOrganization('Numberless');
    const person = await aVisitor(service, other.organizationId);
    const path = `${PATH}/${(await other.post('/api/agents', { name: 'Ava' })).body.id}`;
    expect((await person.get(path)).html).toContain('it can neither call nor be called');
    expect((await person.get(`${path}/test`)).html).toContain('No number to call from');
    await other.post('/api/phone-numbers', { number: '+13125550190' });
    expect((await person.get(path)).html).toContain('Active: it places calls, and answers none');
    expect((await person.get(path)).html).toContain('title="+13125550190"');
    expect((await person.get(`${path}/test`)).html).toMatch(/calls a number from .*\+1 312 555 0190/);
  });

  it('tells of transfer destinations that it cannot use, and of the model that it speaks with', async () => {
    const id = await anAgent({ transfer_destinations: EVERYTHING.transfer_destinations, tools: [] });
    const { html } = await owner.get(`${PATH}/${id}`);
    expect(html).toContain('Not used: “Transfer the call” is none of its tools.');
    await service.db.query(`UPDATE organizations SET llm_model = 'small-1' WHERE id = $1`, [
      acme.organizationId,
    ]);
    expect((await owner.get(`${PATH}/${id}`)).html).toContain('Currently small-1');
    expect((await owner.get(`${PATH}/${id}/edit/general`)).html).toContain('Empty: the default, small-1.');
    await service.db.query(`UPDATE organizations SET llm_model = NULL WHERE id = $1`, [acme.organizationId]);
  });

  it('is looked at by viewers, who find nothing to change', async () => {
    const id = await anAgent(EVERYTHING);
    const { html } = await viewer.get(`${PATH}/${id}`);
    expect(html).toContain('Ask {{first_name}} for');
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('/edit/');
    expect(html).not.toContain('/deactivate');
  });
});

describe('the form of an agent', () => {
  it('makes one from a name, and what it was filled in with', async () => {
    const seen = await owner.get(`${PATH}/new`);
    const made = await owner.post(PATH, { ...filledIn(seen.html, PATH), name: 'Made', voice: 'Polly.Amy' });
    const id = made.location?.split('/').at(-1) ?? '';
    expect(await read(id)).toMatchObject({
      name: 'Made',
      voice: 'Polly.Amy',
      status: 'active',
      tools: ['end_call'],
    });
  });

  it.each(['general', 'behaviour', 'tools', 'analysis'])(
    'changes nothing when its %s page is sent as it stands',
    async (section) => {
      const id = await anAgent(EVERYTHING);
      const before = await read(id);
      expect((await edit(id, section, {})).status).toBe(303);
      expect(await read(id)).toEqual(before);
    },
  );

  it('changes everything that the API can', async () => {
    const id = await anAgent();
    const own = new Set(['id', 'status', 'version', 'created_at', 'updated_at']);
    const told = Object.keys(await read(id)).filter((name) => !own.has(name));
    const { temperature, hints, ...texts } = EVERYTHING;
    expect(Object.keys(EVERYTHING).toSorted()).toEqual(told.toSorted());
    const line = ({ name, prompt, greeting, language, voice, model, fallback_line }: typeof texts) => ({
      name,
      prompt: prompt.replaceAll('\n', '\r\n'),
      greeting,
      language,
      voice,
      model,
      fallback_line,
    });
    await edit(id, 'general', {
      ...line(texts),
      temperature: String(temperature),
      hints: hints.join('\r\n'),
    });
    await edit(id, 'behaviour', {
      interruptible: [],
      record: 'on',
      silence_seconds: '7',
      ring_timeout_seconds: '20',
      max_duration_seconds: '600',
      'voicemail.action': 'leave_message',
      'voicemail.message': EVERYTHING.voicemail.message,
    });
    await edit(id, 'tools', {
      tools: EVERYTHING.tools,
      ...rows('transfer_destinations'),
      ...rows('http_tools'),
    });
    await edit(id, 'analysis', {
      ...rows('success_criteria'),
      ...rows('extractions'),
      ...rows('post_call_actions'),
    });
    expect(await read(id)).toMatchObject({ ...EVERYTHING, version: 5 });
  });

  it('is refused with each problem beside its field, and keeps what was typed', async () => {
    const id = await anAgent();
    const seen = await edit(id, 'tools', {
      ...rows('http_tools'),
      'http_tools[0].parameters': `{"type": ${MARKUP}`,
      'http_tools[0].timeout_seconds': 'soon',
      'transfer_destinations[0].name': 'x',
      'transfer_destinations[0].phone': '312',
      'transfer_destinations[0].description': '',
    });
    expect(seen.status).toBe(422);
    for (const field of [
      'http_tools[0].parameters',
      'http_tools[0].timeout_seconds',
      'transfer_destinations[0].phone',
      'transfer_destinations[0].description',
    ]) {
      expect(seen.html).toContain(`id="${field}-problem"`);
      expect(seen.html).toContain(`href="#${field}"`);
    }
    expect(seen.html).toContain('Destination 1, Number: ');
    expect(seen.html).toContain('Destination 1, When to use it: Enter when the agent should use it.');
    expect(seen.html).toContain('HTTP tool 1, Timeout, in seconds: ');
    expect(seen.html).toContain('Must be JSON: ');
    expect(seen.html).toContain('Must be an integer from 1 to 20.');
    expect(seen.html).toContain('value="soon"');
    expect(seen.html).toContain('{&quot;type&quot;: &quot;>&lt;script>');
    expect(seen.html).not.toContain('<script>alert');
    expect((await read(id)).version).toBe(1);
  });

  it('notices that somebody else has saved meanwhile, says who and what, and lets only what was changed here win if it is sent again', async () => {
    const id = await anAgent();
    const path = `${PATH}/${id}/edit/general`;
    const fields = { ...filledIn((await owner.get(path)).html, path), greeting: 'Mine' };
    const other = await aVisitor(service, acme.organizationId, 'admin');
    const theirs = { ...filledIn((await other.get(path)).html, path), name: 'Eva', voice: 'Polly.Amy' };
    await other.post(path, { ...theirs, greeting: `Theirs ${MARKUP}` });
    const seen = await owner.post(path, fields);
    expect(seen.status).toBe(412);
    expect(seen.html).toContain(
      `Version 2 was saved by ${other.email} while you were editing (Name, greeting and voice changed)`,
    );
    expect(seen.html).toContain(`href="${PATH}/${id}/compare?from=1&amp;to=2"`);
    expect(seen.html).toContain('Greeting: It is “Theirs &quot;>&lt;script>');
    expect(filledIn(seen.html, path)).toMatchObject({
      name: ['Eva'],
      greeting: ['Mine'],
      voice: ['Polly.Amy'],
    });
    expect((await read(id)).greeting).toContain('Theirs');
    await owner.post(path, { ...filledIn(seen.html, path) });
    expect(await read(id)).toMatchObject({ name: 'Eva', greeting: 'Mine', voice: 'Polly.Amy', version: 3 });
  });

  it('that names no version it began with overwrites nothing', async () => {
    const id = await anAgent();
    const path = `${PATH}/${id}/edit/general`;
    const fields = filledIn((await owner.get(path)).html, path);
    const seen = await owner.post(path, { ...fields, version: 'x', name: 'Mine' });
    expect(seen.status).toBe(412);
    expect((await read(id)).name).toBe('Ava');
  });

  it('takes rows and gives them up by its buttons, keeping what was typed', async () => {
    const id = await anAgent();
    const path = `${PATH}/${id}/edit/analysis`;
    const press = async (html: string, what: string, more = {}) =>
      (await owner.post(path, { ...filledIn(html, path), ...more, do: what })).html;
    let { html } = await owner.get(path);
    html = await press(html, 'add post_call_actions add_tag');
    html = await press(html, 'add post_call_actions add_note', {
      'post_call_actions[0].name': 'First',
      'post_call_actions[0].tag': MARKUP,
    });
    html = await press(html, 'add post_call_actions add_note', { 'post_call_actions[1].name': 'Second' });
    html = await press(html, 'raise post_call_actions 1', { 'post_call_actions[1].body': 'Called.' });
    expect((await read(id)).version).toBe(1);
    // The third was left as it was.
    expect((await owner.post(path, filledIn(html, path))).status).toBe(303);
    expect((await read(id)).post_call_actions).toEqual([
      { type: 'add_note', name: 'Second', body: 'Called.', when: 'always' },
      { type: 'add_tag', name: 'First', tag: MARKUP, when: 'always' },
    ]);
    ({ html } = await owner.get(path));
    html = await press(html, 'remove post_call_actions 0');
    await owner.post(path, filledIn(html, path));
    expect((await read(id)).post_call_actions).toHaveLength(1);
  });

  it('says which variables of the prompt are known', async () => {
    const id = await anAgent({ prompt: '{{first_name}} {{plan}} {{frist_name}} {{no <b>}}' });
    const { html } = await owner.get(`${PATH}/${id}/edit/general`);
    expect(html).toContain('<li class="known"><code>{{first_name}}</code>');
    expect(html).toContain('<li class="own"><code>{{plan}}</code>');
    expect(html).toMatch(/class="misspelt">.*did you mean <code>\{\{first_name\}\}/);
    expect(html).toContain('<li class="broken"><code>{{no &lt;b>}}</code>');
  });
});

describe('the versions of an agent', () => {
  it('tell who changed what and when, in words', async () => {
    const id = await anAgent();
    await edit(id, 'general', { greeting: 'Hi', voice: 'Polly.Amy' });
    await edit(id, 'tools', rows('http_tools'));
    await owner.submit(`${PATH}/${id}`, `${PATH}/${id}/deactivate`);
    const { html } = await viewer.get(`${PATH}/${id}/versions`);
    const lines = [...html.matchAll(/<td class="wrap">(.*?)<\/td><td class="name">(.*?)<\/td>/g)];
    expect(lines.map(([, words, actor]) => `${words} – ${actor}`)).toEqual([
      `Status changed – ${owner.email}`,
      `HTTP tool book added – ${owner.email}`,
      `Greeting and voice changed – ${owner.email}`,
      'Created – API key “First key”',
    ]);
    const first = (await viewer.get(`${PATH}/${id}/versions/1`)).html;
    expect(first).toContain('Created by API key “First key”, <time');
    const { html: compared } = await viewer.get(`${PATH}/${id}/compare?from=1&to=2`);
    expect(compared).toContain('<p>Version 1 by API key “First key”, <time');
    expect(compared).toContain(`<p>Version 2 by ${owner.email}, <time`);
  });

  it('differ readably, with markup as text', async () => {
    const id = await anAgent({ prompt: 'One\nYou are the friendly Ava.\nThree', temperature: 0.2 });
    await acme.patch(`/api/agents/${id}`, {
      prompt: `One\nYou are the friendly ${MARKUP}\nThree`,
      record: true,
    });
    const { html } = await viewer.get(`${PATH}/${id}/compare`);
    expect(html).toContain('From version 1 to version 2');
    expect(html).toContain('You are the friendly <mark>Ava.</mark>');
    expect(html).toContain('You are the friendly <mark>&quot;>&lt;script>alert(1)&lt;/script>&lt;b></mark>');
    expect(html).toContain('Not recorded');
    expect(html).not.toContain('Temperature');
    expect((await viewer.get(`${PATH}/${id}/compare?from=2&to=2`)).html).toContain(
      'Nothing that the agent is told differs',
    );
    expect((await viewer.get(`${PATH}/${id}/compare?from=9`)).status).toBe(404);
  });

  it('are shown as they were, and restored as a new one', async () => {
    const id = await anAgent({ ...EVERYTHING, status: 'inactive' });
    await acme.patch(`/api/agents/${id}`, {
      name: 'Other',
      prompt: 'Other',
      http_tools: [],
      status: 'active',
    });
    const path = `${PATH}/${id}/versions/1`;
    const shown = (await viewer.get(path)).html;
    expect(shown).toContain('POST https://crm.example.com/book, at most 5 seconds');
    expect(shown).not.toContain('/restore');
    const asked = await owner.get(`${path}/restore`);
    expect(asked.html).toContain('Version 3 is made with everything that version 1 says');
    expect(asked.html).toContain(`compare?from=2&amp;to=1`);
    const done = await owner.submit(`${path}/restore`, `${path}/restore`);
    expect(done.location).toBe(`${PATH}/${id}/versions`);
    expect(await read(id)).toMatchObject({ ...EVERYTHING, status: 'active', version: 3 });
    await owner.submit(`${path}/restore`, `${path}/restore`);
    expect((await owner.get(`${PATH}/${id}/versions`)).html).toContain('Nothing was changed');
    expect((await read(id)).version).toBe(3);
  });

  it('are not restored where they would reach where the organization no longer may', async () => {
    const id = await anAgent(EVERYTHING);
    await acme.patch(`/api/agents/${id}`, { transfer_destinations: [] });
    await mayCall('{DE}');
    const path = `${PATH}/${id}/versions/1/restore`;
    const seen = await owner.submit(path, path);
    await mayCall('{US}');
    expect(seen.status).toBe(422);
    expect(seen.html).toContain('must be a number that the organization may call');
    expect((await read(id)).version).toBe(2);
  });

  it('are turned page by page', async () => {
    const id = await anAgent();
    for (let count = 0; count < 21; count++)
      await acme.patch(`/api/agents/${id}`, { silence_seconds: 20 + count });
    const path = `${PATH}/${id}/versions`;
    const first = (await owner.get(path)).html;
    expect(first).toContain(`href="${path}?from=2"`);
    expect(first).not.toContain('>Version 2<');
    const second = (await owner.get(`${path}?from=2`)).html;
    expect(second).toContain('>Version 2<');
    expect(second).toContain('Created');
    expect(second).toContain(`rel="prev" href="${path}"`);
  });
});

describe('trying an agent out', () => {
  const begin = async (fields = {}, variables = {}) => {
    const id = await anAgent(fields);
    const path = `${PATH}/${id}/test`;
    const { location } = await owner.submit(path, `${path}/chats`, variables);
    return { id, path, chat: location ?? '' };
  };

  it('in writing needs no script: what is said is answered on the page that follows', async () => {
    const { chat } = await begin(
      { greeting: 'Hi {{first_name}}{{plan}}.' },
      { 'variables.first_name': MARKUP },
    );
    talk.answers('We open at nine.');
    expect((await owner.get(chat)).html).toContain('Hi &quot;>&lt;script>alert(1)&lt;/script>&lt;b>.');
    const said = await owner.submit(chat, chat, { text: 'When do you <i>open</i>?' });
    expect(said.location).toBe(chat);
    const { html } = await owner.get(chat);
    expect(html).toContain('When do you &lt;i>open&lt;/i>?');
    expect(html).toContain('We open at nine.');
  });

  it('shows the tools that were used, and how the agent ended the chat', async () => {
    const { chat } = await begin({ tools: ['end_call', 'add_tag'] });
    talk.answers(
      uses('add_tag', { tag: MARKUP }, 'One moment.'),
      uses('end_call', { reason: 'done' }, 'Goodbye.'),
    );
    await owner.submit(chat, chat, { text: 'Tag me' });
    const { html } = await owner.get(chat);
    expect(html).toContain('<code>add_tag</code>');
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('has said goodbye and ended the chat');
    expect(html).not.toContain('name="text"');
    expect((await owner.get(chat)).html).toContain('Start over');
  });

  it('says that the model could not be reached', async () => {
    const { chat } = await begin();
    talk.model.setKnobs({ status: 500 });
    await owner.submit(chat, chat, { text: 'Hello?' });
    expect((await owner.get(chat)).html).toContain('The model could not be reached');
  });

  it('refuses an empty line beside its field', async () => {
    const { chat } = await begin();
    const seen = await owner.submit(chat, chat, { text: ' ' });
    expect(seen.status).toBe(422);
    expect(seen.html).toContain('id="text-problem"');
  });

  it('places a call, and leads to it', async () => {
    const id = await anAgent({ prompt: 'You sell {{plan}}.' });
    const path = `${PATH}/${id}/test`;
    await acme.post('/api/phone-numbers', { number: '+13125550177', agent_id: id });
    const placed = await owner.submit(path, `${path}/calls`, {
      phone_number: '(312) 555-0142',
      notes: 'Asked for it.',
      'variables.plan': 'Pro',
    });
    const call = placed.location?.split('/settings/calls/')[1] ?? '';
    expect((await acme.get(`/api/calls/${call}`)).body).toMatchObject({
      agent_id: id,
      phone_number: '+13125550142',
    });
  });

  it.each<[string, string, string]>([
    ['a number that is none', '312', 'Must be +1 followed by ten digits'],
    ['no number', '', 'Enter a phone number.'],
    ['a number on the do-not-call list', '+13125550143', 'do-not-call list'],
  ])('refuses %s beside its field', async (_, typed, text) => {
    await acme.post('/api/contacts', { phone: '+13125550143', do_not_call: true });
    const id = await anAgent();
    await acme.post('/api/phone-numbers', { number: '+13125550178', agent_id: id });
    const path = `${PATH}/${id}/test`;
    const seen = await owner.submit(path, `${path}/calls`, { phone_number: typed, notes: MARKUP });
    expect(seen.status).toBe(422);
    expect(seen.html).toContain(text);
    expect(seen.html).toContain('id="phone_number-problem"');
    expect(seen.html).toContain('&quot;>&lt;script>alert(1)&lt;/script>&lt;b></textarea>');
  });

  it('says of an inactive agent that it does not call, before and after a form is filled in', async () => {
    const id = await anAgent({ name: 'Idle' });
    await acme.post('/api/phone-numbers', { number: '+13125550179', agent_id: id });
    const path = `${PATH}/${id}/test`;
    const hidden = await owner.hiddenOf(path, `${path}/calls`);
    await acme.patch(`/api/agents/${id}`, { status: 'inactive' });
    const refused = await owner.post(`${path}/calls`, { ...hidden, phone_number: '+13125550142' });
    expect([refused.status, refused.html.includes('The agent is inactive')]).toEqual([422, true]);
    const { html } = await owner.get(path);
    expect(html).toContain('Idle is inactive');
    expect(html).not.toContain(`action="${path}/calls"`);
  });
});

describe('the choice of an agent for a phone number', () => {
  it('finds any of many, and keeps what was typed meanwhile', async () => {
    const far = await anAgent({ name: `Faraway ${MARKUP}` });
    for (let count = 0; count < 51; count++) await anAgent({ name: `Near ${count}` });
    const path = '/settings/phone-numbers';
    const fresh = (await owner.get(`${path}/new`)).html;
    expect(fresh).toContain('Find agents by name');
    expect(fresh).not.toContain(far);
    const typed = { ...filledIn(fresh, path), number: '+13125550166', label: 'Mine' };
    const found = await owner.post(path, { ...typed, agent_search: 'FARAWAY', find: 'agents' });
    expect(found.status).toBe(200);
    expect(found.html).toContain('value="Mine"');
    const made = await owner.post(path, { ...filledIn(found.html, path), agent_id: far });
    expect(made.location).toBe(path);
    const numbers = (await acme.get('/api/phone-numbers')).body.data;
    const number = numbers.find(({ label }: { label: string }) => label === 'Mine');
    expect(number.agent_id).toBe(far);
    expect((await owner.get(path)).html).toContain('Faraway &quot;>&lt;script>');
    const edited = await owner.get(`${path}/${number.id}`);
    expect(edited.html).toContain(`<option value="${far}" selected`);
    expect((await owner.post(path, { ...typed, agent_search: 'nobody', find: 'agents' })).html).toContain(
      'No agent’s name has “nobody” in it.',
    );
  });
});

describe('in a browser', () => {
  let globex: Client;
  let walk: PageWalk;
  let page: Page;
  beforeAll(async () => {
    globex = await service.anOrganization('Globex <b>& Sons</b>');
    walk = await PageWalk.begin(service, globex.organizationId);
    page = walk.page;
  }, 120_000);
  afterAll(() => walk?.end());

  const ADDS = {
    extraction: 'Extraction 1',
    'tag action': 'Action 1',
    'note action': 'Action 2',
    'request action': 'Action 3',
  };
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const fill = (label: string, value: string) =>
    page.getByLabel(new RegExp(`^${label}( optional)?$`)).fill(value);

  it('an agent is made, refused, mended and filled in', async () => {
    await walk.open(PATH);
    await walk.inspect('agents-empty');
    await page.getByRole('link', { name: 'Create agent' }).first().click();
    await fill('Greeting', '');
    await fill(
      'Prompt',
      `You are Ava ${MARKUP}.\nGreet {{first_name}}, never {{frist_name}} or {{no name}}, of {{plan}}.`,
    );
    await press('Create agent');
    await page.getByRole('alert').getByRole('link', { name: /^Name/ }).click();
    expect(await page.evaluate(`document.activeElement.id`)).toBe('name');
    await walk.inspect('agent-new-refused');
    await fill('Name', `Ava <script>alert(1)</script>`);
    await fill('Greeting', 'Hi {{first_name}}, this is Ava.');
    await press('Create agent');
    await page.getByText('was created, and is active').waitFor();
    await walk.inspect('agent');

    await page.getByRole('link', { name: 'Behaviour', exact: true }).click();
    await walk.inspect('agent-behaviour');
    await page.getByRole('link', { name: 'General', exact: true }).click();
    await walk.inspect('agent-general');
  }, 120_000);

  it('rows come and go without losing the place', async () => {
    await page.getByRole('link', { name: 'Tools', exact: true }).click();
    await press('Add destination');
    await page.getByRole('group', { name: 'Destination 1' }).waitFor();
    expect(await page.evaluate(`document.activeElement.name`)).toBe('transfer_destinations[0].name');
    await page.keyboard.type('sales');
    await press('Add HTTP tool');
    await page.getByRole('group', { name: 'HTTP tool 1' }).waitFor();
    await page.keyboard.type('Book');
    await press('Save agent');
    await page.getByRole('alert').waitFor();
    await walk.inspect('agent-tools-refused');
    await press('Remove HTTP tool 1');
    await page.getByRole('group', { name: 'HTTP tool 1' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(`document.activeElement.id`)).toBe('add-http_tools');
    const sales = page.getByRole('group', { name: 'Destination 1' });
    await sales.getByLabel('Number').fill('+1 312 555 0170');
    await sales.getByLabel('When to use it').fill('A person <b>of</b> sales');
    await press('Save agent');
    await page.getByText('was saved as version 2').waitFor();
    await page.getByText('Not used: “Transfer the call” is not ticked above.').waitFor();
    await walk.inspect('agent-tools');
    await page.getByLabel('Transfer the call').check();
    await page.getByText('Not used: “Transfer the call” is not ticked above.').waitFor({ state: 'hidden' });
    await page.getByLabel('Transfer the call').uncheck();
  }, 120_000);

  it('the keyboard alone fills in the analysis', async () => {
    await page.getByRole('link', { name: 'Analysis', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Add criterion' }).press('Enter');
    await page.getByRole('group', { name: 'Criterion 1' }).waitFor();
    await page.keyboard.type('demo_booked');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Did they agree to a demo?');
    for (const [kind, row] of Object.entries(ADDS)) {
      await page.getByRole('button', { name: `Add ${kind}` }).press('Enter');
      await page.getByRole('group', { name: row, exact: true }).waitFor();
    }
    await page.keyboard.type('Tell');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a URL that begins with https:// or http://.').first().waitFor();
    await walk.inspect('agent-analysis');
    const criterion = page.getByRole('group', { name: 'Criterion 1' });
    const [name, answer] = [criterion.getByLabel('Name'), criterion.getByLabel('Answer')];
    expect((await answer.boundingBox())?.y).toBe((await name.boundingBox())?.y);
  }, 120_000);

  it('its versions are compared, and an earlier one restored', async () => {
    await page.goto(page.url());
    await page.getByRole('link', { name: 'General', exact: true }).click();
    await fill('Prompt', 'You are Ada.\nGreet {{first_name}}, of {{plan}}.\nBe kind.');
    await fill('Temperature', '0.4');
    await press('Save agent');
    await page.getByText('was saved as version').waitFor();
    await page.getByRole('link', { name: 'Versions' }).click();
    await walk.inspect('agent-versions');
    await page.getByLabel('Compare from version 1').check();
    await press('Compare versions');
    await page.getByText('From version 1 to version 3').waitFor();
    await walk.inspect('agent-compare');
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('link', { name: 'Version 1', exact: true }).click();
    await walk.inspect('agent-version');
    await page.getByRole('link', { name: 'Restore version' }).click();
    await walk.inspect('agent-restore');
    await press('Restore version');
    await page.getByText('Version 1 was restored as version 4').waitFor();
  }, 120_000);

  it('an agent is tried in writing without leaving the page, then calls', async () => {
    await page.getByRole('link', { name: 'Test', exact: true }).click();
    await walk.inspect('agent-test');
    await page.getByRole('group', { name: 'Variables' }).first().getByLabel('first_name').fill('Ada');
    await press('Start chat');
    await page.getByText('Hi Ada, this is Ava.').waitFor();
    talk.answers('We open at nine.', uses('end_call', { reason: 'done' }, 'Goodbye.'));
    const address = page.url();
    await page.evaluate(`document.documentElement.dataset.same = 'yes'`);
    await page.keyboard.type('When do you open?');
    await page.keyboard.press('Enter');
    await page.getByText('We open at nine.').waitFor();
    expect(await page.evaluate(`document.activeElement.name`)).toBe('text');
    await walk.inspect('agent-chat');
    await page.keyboard.type('Thanks, bye');
    await page.keyboard.press('Enter');
    await page.getByText('has said goodbye').waitFor();
    expect(await page.evaluate(`document.documentElement.dataset.same`)).toBe('yes');
    expect(page.url()).toBe(address);
    await walk.inspect('agent-chat-ended');
    await page.getByRole('link', { name: 'Start over' }).click();
    await page.getByText('No number to call from').waitFor();
    const { body: number } = await globex.post('/api/phone-numbers', { number: '+13125550155' });
    await page.reload();
    await page.getByLabel('Number to call').fill('+1 312 555 0142');
    await globex.delete(`/api/phone-numbers/${number.id}`);
    await press('Start call');
    await page.getByText('has a number to call from').first().waitFor();
    await walk.inspect('agent-call-refused');
    await globex.post('/api/phone-numbers', { number: '+13125550155' });
    await press('Start call');
    await page.waitForURL(/\/settings\/calls\/[0-9a-f-]{36}$/);
  }, 120_000);

  it('many agents are turned page by page, searched, and chosen from for a number', async () => {
    await service.db.query(
      `INSERT INTO agents (organization_id, id, name, status, config)
       SELECT $1, gen_random_uuid(), 'Agent ' || n || ' <b>of</b> many', CASE WHEN n % 3 = 0 THEN 'inactive' ELSE 'active' END,
              jsonb_build_object('model', CASE WHEN n % 2 = 0 THEN 'gpt-5-mini' END)
         FROM generate_series(1, 60) n`,
      [globex.organizationId],
    );
    await walk.open(PATH);
    await page.getByRole('link', { name: 'Next' }).waitFor();
    await walk.inspect('agents');
    await fill('Name', 'nobody');
    await press('Filter');
    await page.getByText('No agents match').waitFor();
    await walk.inspect('agents-none');
    await walk.open('/settings/phone-numbers/new');
    await fill('Find agents by name', 'agent 6');
    await press('Find agents');
    await page.getByText('2 agents with “agent 6”').waitFor();
    await walk.inspect('phone-number-agents');
  }, 120_000);
});

/** The rows of a list as a form has them. */
function rows(list: keyof typeof EVERYTHING): Record<string, string> {
  const items = EVERYTHING[list] as Record<string, unknown>[];
  return Object.fromEntries(
    items.flatMap((item, place) =>
      Object.entries(item).map(([name, value]) => [
        `${list}[${place}].${name}`,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  );
}
