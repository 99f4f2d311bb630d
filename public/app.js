// What pages do better with a script; without it they work all the same.

/** Instants in the viewer's own zone; what is recent, relative. */
export function localTimes(root = document) {
  const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  for (const element of root.querySelectorAll('time[datetime]:not(.duration)')) {
    const at = new Date(element.dateTime);
    const minutes = Math.round((at.getTime() - Date.now()) / 60_000);
    element.title = `${exact.format(at)} (${element.title})`;
    if (Math.abs(minutes) < 60) element.textContent = relative.format(minutes, 'minute');
    else if (Math.abs(minutes) < 1440)
      element.textContent = relative.format(Math.round(minutes / 60), 'hour');
    else element.textContent = exact.format(at);
  }
}

function copyButtons(root) {
  for (const button of root.querySelectorAll('[data-copy]')) {
    button.hidden = !navigator.clipboard;
    const name = button.getAttribute('aria-label');
    const say = (done) => {
      button.toggleAttribute('data-done', done);
      button.setAttribute('aria-label', done ? 'Copied' : name);
    };
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(button.dataset.copy).then(
        () => say(true),
        () => undefined,
      );
      setTimeout(say, 2_000, false);
    });
  }
}

/** A form that was sent says so, and is not sent again; back from another page it is as it was. */
function busyForms(root) {
  for (const form of root.querySelectorAll('form[method=post]')) {
    form.addEventListener('submit', (event) => {
      if (form.ariaBusy === 'true') event.preventDefault();
      form.ariaBusy = 'true';
      event.submitter?.setAttribute('aria-busy', 'true');
    });
  }
}

function idleAgain() {
  addEventListener('pageshow', () => {
    for (const busy of document.querySelectorAll('[aria-busy]')) busy.removeAttribute('aria-busy');
  });
}

/** j and k go through the rows of a list; Enter then follows the row's link. */
function rowKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.target.closest('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const step = { j: 1, k: -1 }[event.key];
    const links = [...document.querySelectorAll('tbody th a')];
    if (!step || links.length === 0) return;
    const here = links.indexOf(document.activeElement);
    links[Math.min(Math.max(here + step, 0), links.length - 1)].focus();
  });
}

/** One more row like the last, empty; the form takes as many as there are. */
function moreRows() {
  for (const button of document.querySelectorAll('[data-add-row]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const rows = button.parentElement.querySelector('[data-rows]');
      const row = rows.lastElementChild.cloneNode(true);
      for (const control of row.querySelectorAll('input, select, textarea')) {
        control.value = '';
        control.removeAttribute('id');
        control.ariaLabel = control.ariaLabel.replace(/\d+$/, String(rows.children.length + 1));
      }
      row.querySelector('[data-check]')?.setAttribute('hidden', '');
      rows.append(row);
      row.firstElementChild.focus();
    });
  }
}

/** What stands in a part of the page that was there from the beginning, or came later. */
export function enhance(root) {
  localTimes(root);
  copyButtons(root);
  busyForms(root);
}

enhance(document);
idleAgain();
rowKeys();
moreRows();
document.querySelector('[data-focus]')?.focus();
