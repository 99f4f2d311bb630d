// What the pages of an agent do better with a script.

/** Sends a form as its button would, and gives the page that comes back. */
async function sent(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const answer = await fetch(form.action, { method: 'POST', body });
  if (!answer.ok) throw new Error(String(answer.status));
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

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
keepTyped();
