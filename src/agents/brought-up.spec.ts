import { type AgentConfig, DEFAULT_AGENT_CONFIG } from './agent-config.js';
import { formOf } from './agent-form.js';
import { broughtUp } from './brought-up.js';

const at = (version: number, config: Partial<AgentConfig> = {}, name = 'Ava') => ({
  name,
  version,
  config: { ...DEFAULT_AGENT_CONFIG, ...config },
});

const typed = (changes: Record<string, string>, before = at(1)) =>
  formOf(before).changed((fields) => [
    ...fields.filter(([name]) => !Object.hasOwn(changes, name)),
    ...Object.entries(changes),
  ]);

it('keeps what was typed and takes what only the other one has changed', () => {
  const mine = typed({ greeting: 'Mine' });
  const { form, both } = broughtUp(mine, 'general', at(1), at(2, { voice: 'Amy' }, 'Eva'));
  expect(['name', 'greeting', 'voice', 'version'].map((name) => form.text(name))).toEqual([
    'Eva',
    'Mine',
    'Amy',
    '2',
  ]);
  expect(both).toEqual([]);
});

it.each([
  ['a short text is quoted', { greeting: 'Theirs' }, 'It is “Theirs” in version 2.'],
  ['a long text is for the comparison', { greeting: 'x'.repeat(81) }, 'It was changed in version 2 too.'],
  ['an empty one is said to be so', { greeting: '' }, 'It was emptied in version 2.'],
])(
  'of what both have changed it keeps what was typed and says what the other one has: %s',
  (_, theirs, text) => {
    const { form, both } = broughtUp(typed({ greeting: 'Mine' }), 'general', at(1), at(2, theirs));
    expect(form.text('greeting')).toBe('Mine');
    expect(both).toEqual([{ field: 'greeting', text }]);
  },
);

it('what both have changed alike needs no word', () => {
  expect(broughtUp(typed({ greeting: 'Same' }), 'general', at(1), at(2, { greeting: 'Same' })).both).toEqual(
    [],
  );
});

it('line ends as browsers send them change nothing', () => {
  const seen = at(1, { prompt: 'One\nTwo' });
  const mine = typed({ prompt: 'One\r\nTwo' }, seen);
  expect(broughtUp(mine, 'general', seen, at(2, { prompt: 'Three' })).form.raw('prompt')).toBe('Three');
});

it('rows are kept or taken as a whole list', () => {
  const sales = { name: 'sales', phone: '+13125550170', description: 'A person' };
  const seen = at(1, { transferDestinations: [sales], tools: ['end_call'] });
  const now = at(2, { transferDestinations: [sales, { ...sales, name: 'support' }], tools: ['end_call'] });
  const other = broughtUp(typed({ tools: 'opt_out' }, seen), 'tools', seen, now);
  expect(other.form.text('transfer_destinations[1].name')).toBe('support');
  expect(other.form.all('tools')).toEqual(['opt_out']);
  const own = broughtUp(typed({ 'transfer_destinations[0].name': 'desk' }, seen), 'tools', seen, now);
  expect(own.form.checked('transfer_destinations[1].name')).toBe(false);
  expect(own.both).toEqual([{ field: 'transfer_destinations', text: 'It was changed in version 2 too.' }]);
});

it('a box that the other one has unticked is unticked, unless it was ticked here', () => {
  const seen = at(1, { interruptible: true, record: false });
  const now = at(2, { interruptible: false, record: false });
  const { form } = broughtUp(typed({ record: 'on' }, seen), 'behaviour', seen, now);
  expect([form.checked('interruptible'), form.checked('record')]).toEqual([false, true]);
});
