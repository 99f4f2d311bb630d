interface Welcome {
  url: string;
  carrier: 'twilio' | 'simulator';
  /** A demo organization that was made just now, with the only showing of its key. */
  demo: {
    organizationId: string;
    apiKey: string;
    agentId: string;
    mappingId: string;
    intakeApiKey: string;
  } | null;
  /** A link that lets somebody in once, with what it is for. */
  link: { purpose: string; url: string } | null;
}

/** The lines printed when the service is up: where it is and, at the first start, what to try. */
export function welcome({ url, carrier, demo, link }: Welcome): string {
  const where = [
    '',
    `  Voice Agent Platform is up${carrier === 'simulator' ? ' (simulated carrier: no real phone rings)' : ''}`,
    '',
    `  Settings      ${url}/settings`,
    `  API docs      ${url}/docs`,
    `  API           ${url}/api`,
    '',
  ];
  const entry = link ? [`  ${link.purpose} (this link works once):`, `  ${link.url}`, ''] : [];
  return [...where, ...entry, ...(demo ? firstSteps(url, demo) : laterSteps()), ''].join('\n');
}

const firstSteps = (url: string, demo: NonNullable<Welcome['demo']>): string[] => [
  `  Demo organization  ${demo.organizationId}`,
  `  Its API key        ${demo.apiKey}   (shown this once)`,
  '',
  '  Try it:',
  '',
  '  # the latest calls',
  `  curl "${url}/api/calls?limit=3" \\`,
  `    -H "x-api-key: ${demo.apiKey}" -H "x-organization-id: ${demo.organizationId}"`,
  '',
  '  # start a call: it is dialled, rings, is answered, and takes a minute of talking',
  `  curl ${url}/api/agents/call \\`,
  `    -H "x-api-key: ${demo.apiKey}" -H "x-organization-id: ${demo.organizationId}" \\`,
  `    -H "content-type: application/json" \\`,
  `    -d '{"agentId":"${demo.agentId}","phoneNumber":"+15551234567"}'`,
  '',
  '  # let somebody call: the demo agent answers',
  '  npm run --silent cli -- simulator call --from +13125550150',
  '',
  '  # post a lead, as a form would',
  `  curl ${url}/api/contacts/flex \\`,
  `    -H "x-org-id: ${demo.organizationId}" -H "x-map-id: ${demo.mappingId}" \\`,
  `    -H "x-api-key: ${demo.intakeApiKey}" \\`,
  `    -H "content-type: application/json" \\`,
  `    -d '{"name":"Ada Lovelace","phone":"(312) 555-0142","email":"ada@example.com"}'`,
  '',
  '  Ctrl-C stops it; what was kept is there at the next start.',
];

const laterSteps = (): string[] => [
  '  Organizations and keys:  npm run --silent cli -- organization list',
  '                           npm run --silent cli -- api-key create --help',
];
