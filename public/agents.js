// What the pages of an agent do better with a script.

/** Sends a form as its button would, and gives the page that comes back. */
async function sent(form, button) {
  const answer = await fetch(form.action, sendable(form, button));
  if (!answer.ok) throw new Error(String(answer.status));
  return pageOf(answer);
}

const sendable = (form, button) => ({
  method: 'POST',
  body: new URLSearchParams(new FormData(form, button)),
});

const pageOf = async (answer) => new DOMParser().parseFromString(await answer.text(), 'text/html');

/** Rows come and go where they stand; what the service answers takes the place of what it was. */
async function rearrange(button) {
  const { form } = button;
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  try {
    const { id } = button.closest('[data-part]');
    const fresh = (await sent(form, button)).getElementById(id);
    const next = fresh.querySelector('[autofocus]');
    // The browser itself would take the focus there a moment later, wherever it is by then.
    next?.removeAttribute('autofocus');
    document.getElementById(id).replaceWith(fresh);
    next?.focus();
    form.removeAttribute('aria-busy');
  } catch {
    form.removeAttribute('aria-busy');
    form.requestSubmit(button);
  }
}

function rowsInPlace() {
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-do]');
    if (!button) return;
    event.preventDefault();
    void rearrange(button);
  });
}

/** What was typed stands in the chat at once, and under it that the agent thinks, until its answer is there. */
async function converse(form) {
  const chat = form.closest('#chat');
  const { text } = form.elements;
  const sending = sendable(form);
  const said = document.createElement('li');
  said.className = 'customer';
  said.append(document.createElement('p'));
  said.lastChild.textContent = text.value;
  chat.querySelector('.steps').append(said);
  text.value = '';
  chat.classList.add('thinking');
  toLatest(chat);
  try {
    const page = await pageOf(await fetch(form.action, sending));
    const fresh = page.getElementById('chat');
    const next = fresh.querySelector('[autofocus]');
    next?.removeAttribute('autofocus');
    chat.replaceWith(fresh);
    toLatest(fresh);
    (fresh.querySelector('[name=text]') ?? fresh.querySelector('.about a')).focus();
  } catch {
    location.reload();
  }
}

function toLatest(chat) {
  const log = chat.querySelector('.log');
  log.scrollTop = log.scrollHeight;
}

function chats() {
  document.addEventListener('submit', (event) => {
    if (!event.target.matches('#chat form') || event.target.closest('.thinking')) return;
    event.preventDefault();
    void converse(event.target);
  });
  const chat = document.getElementById('chat');
  if (chat) toLatest(chat);
}

/** Asks before what was typed is left behind. */
function keepTyped() {
  const form = document.querySelector('form.form');
  let typed = document.querySelector('.error-summary') !== null;
  form?.addEventListener('input', () => (typed = true));
  form?.addEventListener('submit', () => (typed = false));
  addEventListener('beforeunload', (event) => {
    if (typed) event.preventDefault();
  });
}

rowsInPlace();
chats();
keepTyped();
