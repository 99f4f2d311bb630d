/**
 * The house plan of ARCHITECTURE.md as rules. Arrows point down only: a feature may import what its line names,
 * the foundation (`common`, `database`, the settings) and itself.
 */
const MAY_IMPORT = {
  auth: ['audit', 'idempotency', 'rate-limit'],
  accounts: ['audit', 'idempotency', 'jobs', 'rate-limit'],
  audit: ['idempotency'],
  idempotency: ['jobs'],
  'rate-limit': ['jobs'],
  jobs: [],
  events: ['audit', 'health', 'idempotency', 'jobs'],
  health: [],
  telephony: [],
  llm: [],
  campaigns: [],
  agents: ['audit', 'idempotency'],
  contacts: ['audit', 'events', 'idempotency', 'jobs'],
  calls: [
    'agents',
    'audit',
    'campaigns',
    'contacts',
    'events',
    'health',
    'idempotency',
    'jobs',
    'rate-limit',
    'telephony',
  ],
  conversations: [
    'agents',
    'audit',
    'calls',
    'contacts',
    'events',
    'health',
    'idempotency',
    'jobs',
    'llm',
    'rate-limit',
    'telephony',
  ],
  analysis: ['agents', 'audit', 'calls', 'contacts', 'events', 'idempotency', 'jobs', 'llm', 'rate-limit'],
  'contact-imports': ['audit', 'contacts', 'events', 'idempotency', 'jobs', 'webhook-mappings'],
  'webhook-mappings': ['audit', 'contacts', 'events', 'idempotency', 'jobs', 'rate-limit'],
  // Like start-up, which may make a demo organization too, these two stand above the features.
  demo: ['agents', 'audit', 'calls', 'campaigns', 'contacts', 'telephony', 'webhook-mappings'],
  console: ['agents', 'audit', 'calls', 'demo', 'idempotency', 'llm', 'telephony', 'webhook-mappings'],
  cli: ['accounts', 'agents', 'audit', 'calls', 'demo', 'telephony', 'webhook-mappings'],
};

/** Files directly in `src/` that a feature may use beside the settings. */
const START_UP = {
  cli: ['own-accounts', 'secret-key-file', 'settings\\.module', 'start-database'],
};

/** Types and guards of `auth` are what every feature with a route needs; its own routes use the leaves beside it. */
const FOUNDATION = ['common', 'database', 'auth'];

const featureRule = ([feature, allowed]) => ({
  name: `${feature}-imports`,
  comment: `${feature} may import: ${[...allowed, ...FOUNDATION].join(', ')}`,
  severity: 'error',
  from: { path: `^src/${feature}/` },
  to: {
    path: '^src/',
    pathNot: [
      `^src/(${[feature, ...allowed, ...FOUNDATION].join('|')})/`,
      `^src/(${['config', 'settings', ...(START_UP[feature] ?? [])].join('|')})\\.ts$`,
    ],
  },
});

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Types may point both ways; code may not.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'common-is-a-leaf',
      severity: 'error',
      from: { path: '^src/common/' },
      to: { path: '^src/', pathNot: '^src/(common/|config\\.ts$|settings\\.ts$)' },
    },
    {
      name: 'simulator-stands-alone',
      severity: 'error',
      from: { path: '^src/simulator/' },
      to: { path: '^(src|views)/', pathNot: '^src/simulator/' },
    },
    {
      name: 'the-service-runs-without-development-dependencies',
      severity: 'error',
      from: { path: '^(src|views)/|^ormconfig', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'scripted-model-stands-alone',
      severity: 'error',
      from: { path: '^src/scripted-model/' },
      to: { path: '^(src|views)/', pathNot: '^src/scripted-model/' },
    },
    {
      name: 'only-start-up-starts-the-scripted-model',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(scripted-model/|start[^/]*\\.ts$)' },
      to: { path: '^src/scripted-model/' },
    },
    {
      name: 'only-start-up-starts-the-simulator',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(simulator/|start[^/]*\\.ts$)' },
      to: { path: '^src/simulator/' },
    },
    { name: 'views-are-markup', severity: 'error', from: { path: '^views/' }, to: { path: '^src/' } },
    {
      name: 'pure-files-stay-pure',
      comment: 'A file without a role suffix does no I/O and knows no framework, but for its types.',
      severity: 'error',
      from: { path: '^src/[^/]+/[^./]+\\.ts$', pathNot: '^src/(cli|simulator)/main\\.ts$' },
      to: {
        dependencyTypesNot: ['type-only'],
        path: '(^|node_modules/)(@nestjs|typeorm|express|pg)(/|$)|^node:(fs|net|http|https|child_process)|^(fs|net|http|https|child_process)$',
      },
    },
    ...Object.entries(MAY_IMPORT).map(featureRule),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
