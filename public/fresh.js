// Parts of a page that look for news of themselves: `data-poll` says after how many seconds, `data-poll-for` how long.
import { enhance, localTimes } from './app.js';

let turn = Promise.resolve();

/**
 * Takes these parts over from a newer copy of this page; a part that is gone from it stays as it was.
 * @returns whether there may be more to come
 */
export function refresh(ids) {
  // One after the other: an older copy that comes late would take a newer one's place.
  turn = turn.then(
    () => takeOver(ids),
    () => takeOver(ids),
  );
  return turn;
}

async function takeOver(ids) {
  const address = document.querySelector('[data-page]')?.dataset.page ?? location.href;
  const response = await fetch(address, { headers: { accept: 'text/html' } });
  if (response.redirected) return false;
  if (!response.ok) return true;
  const copy = new DOMParser().parseFromString(await response.text(), 'text/html');
  inPlace(() => {
    for (const id of ids) {
      const [old, next] = [document.getElementById(id), copy.getElementById(id)];
      if (old && next) bringUpToDate(old, document.importNode(next, true));
    }
  });
  document.dispatchEvent(new Event('fresh'));
  return true;
}

/** Who writes stays where the writing is on the screen, whatever grows above it. */
function inPlace(change) {
  const field = document.activeElement?.closest('textarea, input');
  const top = field?.getBoundingClientRect().top;
  change();
  if (field?.isConnected) scrollBy({ top: field.getBoundingClientRect().top - top, behavior: 'instant' });
}

/** What says nothing new is left alone. Whoever has the focus in it keeps it, at the same link or button. */
function bringUpToDate(old, part) {
  enhance(part);
  localTimes(old);
  keepOpen(old, part);
  if (old.isEqualNode(part)) return;
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  old.replaceWith(part);
  if (focused) sameIn(part, focused)?.focus({ preventScroll: true });
}

const sameIn = (part, element) =>
  [...part.querySelectorAll(element.localName)].find((one) => nameOf(one) === nameOf(element));

/** Without its numbers: they may have counted on. */
const nameOf = (element) =>
  element.id ||
  element.getAttribute('href') ||
  (element.ariaLabel ?? element.textContent).replaceAll(/\d+/g, '');

/** What was opened stays open, and what was closed stays closed. */
function keepOpen(old, part) {
  const fresh = [...part.querySelectorAll('summary')];
  for (const summary of old.querySelectorAll('summary')) {
    const place = fresh.findIndex((one) => nameOf(one) === nameOf(summary));
    if (place < 0) continue;
    const [same] = fresh.splice(place, 1);
    same.parentElement.open = summary.parentElement.open;
  }
}

let timer;
let began;

/** Looks for news from now on. */
export function begin() {
  began = performance.now();
  wait();
}

const isDue = ({ dataset }) => performance.now() - began < Number(dataset.pollFor ?? Infinity) * 1_000;

/** One timer for all of them: the most impatient one decides. Nobody is asked for a page that nobody sees. */
function wait() {
  clearTimeout(timer);
  const all = [...document.querySelectorAll('[data-poll]')];
  const parts = all.filter(isDue);
  for (const note of document.querySelectorAll('[data-poll-over]'))
    note.hidden = all.length === 0 || parts.length > 0;
  if (parts.length === 0 || document.hidden) return;
  timer = setTimeout(look, Math.min(...parts.map(({ dataset }) => Number(dataset.poll))) * 1_000);
}

async function look() {
  const ids = Array.from(document.querySelectorAll('[data-poll]'), ({ id }) => id);
  const goesOn = await refresh(ids).catch(() => true);
  if (goesOn) wait();
}

/** Whoever comes back sees at once what has come meanwhile. */
document.addEventListener('visibilitychange', () => {
  clearTimeout(timer);
  if (document.hidden || !document.querySelector('[data-poll]')) return;
  began = performance.now();
  void look();
});

begin();
