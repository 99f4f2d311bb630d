import { DEFAULT_AGENT_CONFIG } from './agent-config.js';
import { factNotes } from './fact-notes.js';

const SALES = { name: 'sales', phone: '+13125550170', description: 'A person' };

it.each([
  ['a default model is named', {}, { Model: 'Currently small' }],
  ['an own model needs no note', { model: 'large' }, {}],
  [
    'destinations are of no use without the tool',
    { model: 'large', transferDestinations: [SALES] },
    { 'Transfer destination': 'Not used: “Transfer the call” is none of its tools.' },
  ],
  [
    'the tool is of no use without destinations',
    { model: 'large', tools: ['transfer_call' as const] },
    { 'Built-in tools': 'It can transfer nobody: there is no transfer destination.' },
  ],
  [
    'both together need no note',
    { model: 'large', tools: ['transfer_call' as const], transferDestinations: [SALES] },
    {},
  ],
])('%s', (_, config, notes) => {
  expect(factNotes({ ...DEFAULT_AGENT_CONFIG, ...config }, 'small')).toEqual(notes);
});
