import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const PICTURES = process.env['SCREENSHOTS'];

/** More stops than any page has. */
const MOST_STOPS = 150;

/** Where the focus is, as somebody sees and hears it. */
interface Stop {
  name: string;
  /** Something tells it apart from what has no focus. */
  isMarked: boolean;
  /** It is on the screen, as far as the page can scroll. */
  isSeen: boolean;
  /** Behind the last stop and before the first one is the browser itself. */
  isNone: boolean;
}

/** What has the focus: its label or text, and whether that shows. */
const STOP = `(() => {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  const style = getComputedStyle(one);
  const label = one === document.body ? '' : one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent ?? '';
  return {
    name: label.trim().replaceAll(/\\s+/g, ' '),
    isMarked: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    isNone: one === document.body,
    isSeen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
})()`;

/** Somebody who has no mouse: goes from stop to stop, and sees at each where they are. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  async stop(): Promise<Stop> {
    return (await this.page.evaluate(STOP)) as Stop;
  }

  /** Goes on to the next stop with this name. @throws where there is none, or the focus cannot be seen on the way */
  async to(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const passed: string[] = [];
    for (let count = 0; count < MOST_STOPS; count += 1) {
      await this.page.keyboard.press(key);
      const stop = await this.stop();
      if (stop.isNone) continue;
      expect(stop).toEqual({ ...stop, isMarked: true, isSeen: true });
      if (typeof name === 'string' ? stop.name === name : name.test(stop.name)) return;
      passed.push(stop.name.slice(0, 40));
    }
    throw new Error(`no stop is ${String(name)}: ${passed.join(' → ')}`);
  }

  /** Types into the field that has the focus, in place of what is there. */
  async type(text: string): Promise<void> {
    await this.press('ControlOrMeta+a', 'Delete');
    await this.page.keyboard.type(text);
  }

  async fill(name: string | RegExp, text: string): Promise<void> {
    await this.to(name);
    await this.type(text);
  }

  press(...keys: string[]): Promise<void> {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  /** Goes to a link or button and uses it. */
  async use(name: string | RegExp): Promise<void> {
    await this.to(name);
    await this.press('Enter');
  }

  /** Goes to a link or button that leads to a page, and waits for it. */
  async follow(name: string | RegExp): Promise<void> {
    await this.to(name);
    await this.send();
  }

  /** Sends the form whose field has the focus, and waits for the page that comes. */
  async send(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.press('Enter');
    await loaded;
  }

  async picture(name: string): Promise<void> {
    if (!PICTURES) return;
    await mkdir(PICTURES, { recursive: true });
    await this.page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }
}
