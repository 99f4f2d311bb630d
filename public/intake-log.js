// The log of a mapping: a request opens in its place, and a replay shows by itself how far it is.
import { localTimes } from './app.js';

const REFRESH = 700;

const pageAt = async (address) => {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
};

/** Shows what a line's own address shows below it, and takes it away again. */
async function toggle(link) {
  const row = link.closest('tr');
  const { opens } = link.dataset;
  const opened = document.getElementById(`open-${opens}`);
  row.classList.toggle('is-open', !opened);
  link.setAttribute('aria-expanded', String(!opened));
  if (opened) return opened.remove();
  const fresh = (await pageAt(link.dataset.address))?.getElementById(`open-${opens}`);
  if (!fresh) return location.assign(link.dataset.address);
  row.after(fresh);
  localTimes(fresh);
}

for (const link of document.querySelectorAll('[data-opens]')) {
  const { opens } = link.dataset;
  const address = new URL(link.href);
  address.searchParams.set('open', opens);
  link.dataset.address = address.href;
  link.setAttribute('aria-expanded', String(document.getElementById(`open-${opens}`) !== null));
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void toggle(link);
  });
}

async function refresh() {
  const page = document.hidden ? null : await pageAt(location.href);
  const fresh = page?.getElementById('progress');
  if (fresh) {
    document.getElementById('progress').replaceWith(fresh);
    localTimes(fresh);
  }
  follow();
}

function follow() {
  if (document.querySelector('[data-refreshes]')) setTimeout(refresh, REFRESH);
}

follow();
