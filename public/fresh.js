// Parts of a page that look for news of themselves: `data-poll` says after how many seconds.
import { enhance } from './app.js';

/** What the server sent last of each part: what scripts made of it does not count as news. */
const shown = new Map();

/**
 * Takes these parts over from a newer copy of this page; a part that is gone from it stays as it was.
 * @returns whether there may be more to come
 */
export async function refresh(ids) {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (response.redirected) return false;
  if (!response.ok) return true;
  const copy = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const id of ids) {
    const [old, next] = [document.getElementById(id), copy.getElementById(id)];
    if (old && next && shown.get(id) !== next.outerHTML) replace(old, next);
  }
  document.dispatchEvent(new Event('fresh'));
  return true;
}

/** Whoever has the focus in it keeps it, at the same link. */
function replace(old, next) {
  shown.set(next.id, next.outerHTML);
  const focused = old.contains(document.activeElement) && document.activeElement.getAttribute('href');
  const part = document.importNode(next, true);
  old.replaceWith(part);
  enhance(part);
  if (focused) part.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
}

/** One timer for all of them: the most impatient one decides. Nobody is asked for a page that nobody sees. */
function poll() {
  const parts = [...document.querySelectorAll('[data-poll]')];
  if (parts.length === 0) return;
  const seconds = Math.min(...parts.map(({ dataset }) => Number(dataset.poll)));
  setTimeout(async () => {
    const goesOn = document.hidden || (await refresh(parts.map(({ id }) => id)).catch(() => true));
    if (goesOn) poll();
  }, seconds * 1_000);
}

poll();
