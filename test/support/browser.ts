import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';

const PACKAGE = resolve('node_modules/@sparticuz/chromium');
const AXE = resolve('node_modules/axe-core/axe.min.js');

/** A browser of the npm package, unpacked once a machine into a folder that later runs find. */
async function unpackedBrowser(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(tmpdir(), `voice-agent-test-browser-${version}`);
  if (!existsSync(folder)) {
    const staging = await mkdtemp(`${folder}-`);
    const entry = pathToFileURL(join(PACKAGE, 'build/index.js')).href;
    const unpack = `import('${entry}').then((m) => m.default.executablePath())`;
    // As on the machines it is made for, it brings the libraries that others may lack.
    const env = { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
    await promisify(execFile)(process.execPath, ['-e', unpack], { env });
    await writeFile(join(staging, FONTS), fontsIn(folder, [join(folder, 'fonts')]));
    await writeFile(join(staging, ALL_FONTS), fontsIn(folder, [join(folder, 'fonts'), '/usr/share/fonts']));
    // Whoever is second keeps the first one's.
    await rename(staging, folder).catch(() => rm(staging, { recursive: true, force: true }));
  }
  return folder;
}

/** Tests see the same letters on every machine. */
const FONTS = 'fonts.conf';
/** Pictures have those of the machine too: the package's own font knows no Arabic, no emoji and no fixed width. */
const ALL_FONTS = 'all-fonts.conf';

/**
 * The package's own list of font folders names only those of the machines it is made for; the browser stops when it
 * finds none.
 */
const fontsIn = (folder: string, sources: readonly string[]): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${sources.map((source) => `<dir>${source}</dir>`).join('\n  ')}
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
  <alias binding="same"><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias binding="same"><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;

export async function startBrowser(): Promise<Browser> {
  const folder = await unpackedBrowser();
  const executablePath = join(folder, 'chromium');
  const lacks = spawnSync('ldd', [executablePath]).stdout?.includes('not found') ?? false;
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    env: {
      ...(process.env as Record<string, string>),
      FONTCONFIG_FILE: join(folder, process.env['SCREENSHOTS'] ? ALL_FONTS : FONTS),
      ...(lacks && { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }),
    },
  });
}

interface Finding {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

let axe: Promise<string> | undefined;

/** What axe finds wrong with a page at level AA, in a line each. */
export async function barriersOf(page: Page): Promise<string[]> {
  axe ??= readFile(AXE, 'utf8');
  await page.evaluate(await axe);
  const findings = await page.evaluate<Finding[]>(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
        .then(({ violations }) => violations)`,
  );
  return findings.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
  );
}
