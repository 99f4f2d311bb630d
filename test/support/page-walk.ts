import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { FirstAdmin } from '../../src/accounts/first-admin.service.js';
import { Transactions } from '../../src/database/transactions.service.js';
import { barriersOf, startBrowser } from './browser.js';
import type { TestService } from './service.js';
import { Visitor } from './visitor.js';

/** `npm run screenshots` says where pictures go; without it none are taken. */
const PICTURES = process.env['SCREENSHOTS'];

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 360, height: 780 };

/** An owner in a real browser, walking the pages. */
export class PageWalk {
  private constructor(
    private readonly browser: Browser,
    readonly context: BrowserContext,
    public page: Page,
    private readonly url: string,
  ) {}

  /** Comes in by the link that is printed at the start, without a mouse. */
  static async begin(service: TestService, organizationId: string): Promise<PageWalk> {
    if (PICTURES) await mkdir(PICTURES, { recursive: true });
    const browser = await startBrowser();
    const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const firstAdmin = service.app.get(FirstAdmin);
    await service.app.get(Transactions).run((tx) => firstAdmin.addDemoOwner(tx, organizationId));
    await page.goto((await firstAdmin.demoLink()) ?? '');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings');
    return new PageWalk(browser, context, page, service.url);
  }

  /** Opens a page and gives the status of its answer. */
  async open(path: string): Promise<number | undefined> {
    return (await this.page.goto(this.url + path))?.status();
  }

  /** The page in all its looks: nothing in anybody's way, nothing wider than the screen. */
  async inspect(name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme });
      for (const [width, viewport] of Object.entries({ narrow: NARROW, wide: WIDE })) {
        await this.page.setViewportSize(viewport);
        expect({ name, width, barriers: await barriersOf(this.page) }).toEqual({ name, width, barriers: [] });
        const beyond = await this.page.evaluate(`document.documentElement.scrollWidth - innerWidth`);
        expect({ name, width, beyond }).toEqual({ name, width, beyond: 0 });
        if (PICTURES) {
          const path = join(PICTURES, `${name}-${width}-${colorScheme}.png`);
          await this.page.screenshot({ path, fullPage: true });
        }
      }
    }
  }

  /** What somebody sees who is not signed in. */
  asStranger(path: string, look: () => Promise<void>): Promise<void> {
    return this.as(new Visitor(this.url), path, look);
  }

  /** What somebody else sees, with a browser of their own. */
  async as(visitor: Visitor, path: string, look: () => Promise<void>): Promise<void> {
    const own = this.page;
    const other = await this.browser.newContext({ viewport: WIDE, reducedMotion: 'reduce' });
    await other.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: this.url })));
    try {
      this.page = await other.newPage();
      await this.open(path);
      await look();
    } finally {
      this.page = own;
      await other.close();
    }
  }

  async end(): Promise<void> {
    await this.browser.close();
  }
}
