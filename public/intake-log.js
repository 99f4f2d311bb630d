// The log of a mapping: a request opens in its place, and a replay shows by itself how far it is.
import { enhance, localTimes } from './app.js';

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
  enhance(fresh);
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

/** All that can be replayed, or none of it again. */
for (const button of document.querySelectorAll('[data-select-all]')) {
  const boxes = [...button.form.querySelectorAll('[name=request]')];
  const isAll = () => boxes.every(({ checked }) => checked);
  const say = () => {
    button.textContent = isAll() ? 'Select none' : 'Select all';
  };
  button.hidden = boxes.length < 2;
  button.addEventListener('click', () => {
    const checked = !isAll();
    for (const box of boxes) box.checked = checked;
    say();
  });
  button.form.addEventListener('change', say);
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
