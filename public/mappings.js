// The mapping editor: waits for a sample by itself, maps by a click, and checks while one types. What is shown is made
// by the server, from the form as it is.
import { enhance } from './app.js';

/** After the last key, in milliseconds. */
const PAUSE = 250;
/** Between two looks for a request, in milliseconds: at first, and when it takes long; and how long at all. */
const SOON = 1_000;
const LATER = 5_000;
const PATIENCE = 60_000;
const GIVE_UP = 30 * 60_000;

const form = document.querySelector('form.editor');
const draftAction = form.querySelector('[formaction]').getAttribute('formaction');
const said = form.querySelector('[data-said]');

/** The source that a click on a value goes into. */
let current = null;
let asked = new AbortController();

/** Sends the form as it is, and gives the page that it would be. */
async function draft(act) {
  asked.abort();
  asked = new AbortController();
  const body = new URLSearchParams(new FormData(form));
  body.delete('_form');
  body.set('do', act);
  const { signal } = asked;
  const answer = await fetch(draftAction, { method: 'POST', body, signal }).catch(() => null);
  if (!answer?.ok) return null;
  const text = await answer.text().catch(() => null);
  return text === null ? null : new DOMParser().parseFromString(text, 'text/html');
}

/** Parts of the page become those of another; the focus stays on the button that it was on. */
function show(page, ids) {
  const focused = document.activeElement.closest('button')?.value;
  for (const id of ids) {
    const fresh = page.getElementById(id);
    if (fresh) document.getElementById(id).replaceWith(fresh);
  }
  if (focused && document.activeElement === document.body)
    [...form.querySelectorAll('button')].find(({ value }) => value === focused)?.focus();
  for (const id of ids) enhance(document.getElementById(id));
  sayWhere();
}

/** While somebody types, the fields stay: only what is said of them changes. */
async function check() {
  const page = await draft('look');
  if (!page) return;
  const fresh = page.querySelectorAll('#rows [data-check]');
  for (const [index, line] of form.querySelectorAll('#rows [data-check]').entries())
    if (fresh[index]) line.replaceWith(fresh[index]);
  show(page, ['seen', 'sample-problem', 'suggestions', 'preview']);
  const problem = document.getElementById('sample-problem');
  problem.parentElement.classList.toggle('wrong', !problem.hidden);
}

/** What is being pasted is no request that was received, and nothing is waited for beside it. */
function paste() {
  for (const hidden of form.querySelectorAll('[name=sample_at], [name=after]')) hidden.remove();
}

async function act(what) {
  const page = await draft(what);
  if (!page) return;
  // What is being pasted stays as it is, until a request takes its place.
  show(page, ['rows', what === 'take' ? 'sample' : 'seen', 'suggestions', 'preview']);
  current = null;
  if (what === 'take' && form.querySelector('.tree')) {
    document.querySelector('.flash')?.remove();
    say('A request has come: its fields are shown as the sample.');
  }
  watch();
}

const say = (text) => {
  said.textContent = text;
};

const sources = () => [...form.querySelectorAll('input[name=source]')];

/** Says into which row a click goes. */
function sayWhere() {
  for (const source of sources()) source.parentElement.toggleAttribute('data-now', source === current);
  const words = form.querySelector('[data-current]');
  const into = form.querySelector('[data-into]');
  if (into) into.hidden = true;
  if (!words) return;
  const row = sources().indexOf(current) + 1;
  const target = current && fieldOf(current);
  words.textContent =
    row === 0 ? 'Click a value to map it.' : `Click a value to map it in row ${row} (${target}).`;
}

const fieldOf = (source) => source.parentElement.querySelector('input[name=target]').value.trim();

/** Into the row that was last in use, and on to the next one without a source; else where its name suggests. */
function map(source) {
  if (!current?.isConnected || fieldOf(current) === '') return act(`map:${source}`);
  current.value = source;
  const row = sources().indexOf(current) + 1;
  say(`${source} is the source of row ${row}.`);
  current =
    sources().find((input, index) => index >= row && input.value === '' && fieldOf(input) !== '') ?? null;
  return check();
}

let typed;
form.addEventListener('input', (event) => {
  if (['name', 'active', 'into'].includes(event.target.name)) return;
  if (event.target.name === 'sample') paste();
  clearTimeout(typed);
  typed = setTimeout(check, PAUSE);
});
form.addEventListener('focusin', ({ target }) => {
  if (target.name === 'source' && fieldOf(target) !== '') current = target;
  else if (target.closest('.row')) current = null;
  if (target.closest('.row')) sayWhere();
});
form.addEventListener('click', (event) => {
  const button = event.target.closest('button[name=do]');
  if (!button) return;
  event.preventDefault();
  if (button.value.startsWith('map:')) void map(button.value.slice('map:'.length));
  else void act(button.value);
});

let watching;

/** Looks for the next request, ever less often, and not while nobody looks at the page. */
function watch(since = Date.now()) {
  clearTimeout(watching);
  const pollOf = () => document.getElementById('seen').dataset.poll;
  const poll = pollOf();
  const waited = Date.now() - since;
  if (!poll || waited > GIVE_UP) return;
  watching = setTimeout(
    async () => {
      const answer = document.hidden ? null : await fetch(poll).catch(() => null);
      if (poll !== pollOf()) return;
      if (answer?.status === 200) await act('take');
      else if (!answer || answer.status === 204) watch(since);
    },
    waited < PATIENCE ? SOON : LATER,
  );
}

sayWhere();
watch();
