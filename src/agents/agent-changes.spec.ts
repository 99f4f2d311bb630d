import { DEFAULT_AGENT_CONFIG, type AgentConfig } from './agent-config.js';
import { changesBetween, changeWords, type ToldVersion } from './agent-changes.js';

const version = (config: Partial<AgentConfig> = {}, rest: Partial<ToldVersion> = {}): ToldVersion => ({
  name: 'Ava',
  status: 'active',
  config: { ...DEFAULT_AGENT_CONFIG, ...config },
  ...rest,
});
const TAG = { type: 'add_tag', name: 'Tag', tag: 'called', when: 'always' } as const;
const NOTE = { type: 'add_note', name: 'Note', body: 'Called.', when: 'success' } as const;
const SALES = { name: 'sales', phone: '+13125550170', description: 'A person' };

describe('what changed between two versions', () => {
  it.each<[ToldVersion, ToldVersion, string]>([
    [version({ prompt: 'a' }), version({ prompt: 'b' }), 'Prompt changed'],
    [
      version({}),
      version({ voice: 'x', greeting: 'Hi' }, { name: 'Ada' }),
      'Name, greeting and voice changed',
    ],
    [version({ transferDestinations: [SALES] }), version({}), 'Transfer destination sales removed'],
    [
      version({}),
      version({ voice: 'x', postCallActions: [TAG] }),
      'Voice changed, post-call action Tag added',
    ],
    [
      version({ postCallActions: [TAG, NOTE] }),
      version({ postCallActions: [NOTE, TAG] }),
      'Post-call action order changed',
    ],
    [version(), version({}, { status: 'inactive' }), 'Status changed'],
    [version({}, { status: null }), version(), 'Switched on or off'],
    [version({ voicemail: { action: 'leave_message', message: 'Hi' } }), version(), 'Voicemail changed'],
  ])('is told in words (%#)', (before, after, words) => {
    expect(changeWords(changesBetween(before, after))).toBe(words);
  });

  it('holds what was and what is', () => {
    const changes = changesBetween(
      version({ transferDestinations: [SALES] }),
      version({ transferDestinations: [{ ...SALES, phone: '+13125550171' }], record: true }),
    );
    expect(changes).toEqual([
      { kind: 'changed', label: 'Recording', before: 'Not recorded', after: 'Recorded' },
      {
        kind: 'changed',
        label: 'Transfer destination sales',
        before: '+1 312 555 0170\nA person',
        after: '+1 312 555 0171\nA person',
      },
    ]);
  });
});
