// What pages do better with a script; without it they work all the same.

/** As pages write a day and the time of it, in the viewer's own zone. */
const written = (parts) => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...parts });
const CLOCK = { hour: '2-digit', minute: '2-digit' };
const TO_THE_SECOND = { ...CLOCK, second: '2-digit' };
const YEAR = { year: 'numeric' };
const full = written({ ...YEAR, ...TO_THE_SECOND, timeZoneName: 'short' });
const [day, dayOfYear] = [written(CLOCK), written({ ...YEAR, ...CLOCK })];
const [second, secondOfYear] = [written(TO_THE_SECOND), written({ ...YEAR, ...TO_THE_SECOND })];

/** How long ago something was or how soon it will be; null for what is a day or more away. */
function inWords(milliseconds) {
  const minutes = Math.round(Math.abs(milliseconds) / 60_000);
  if (minutes >= 1_440) return null;
  if (minutes === 0) return milliseconds > 0 ? 'in a moment' : 'just now';
  const length = minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return milliseconds > 0 ? `in ${length}` : `${length} ago`;
}

/** Instants in the viewer's own zone; what is recent in words, unless its place wants it exact. */
export function localTimes(root = document) {
  const now = new Date();
  for (const element of root.querySelectorAll('time[datetime]:not(.duration)')) {
    const at = new Date(element.dateTime);
    const isThisYear = at.getFullYear() === now.getFullYear();
    const isExact = element.classList.contains('exact');
    const [ofThisYear, ofAnother] = isExact ? [second, secondOfYear] : [day, dayOfYear];
    const text = (isExact ? null : inWords(at - now)) ?? (isThisYear ? ofThisYear : ofAnother).format(at);
    // A narrow table breaks a day of another year before its time, and nothing else.
    const unbroken = text.replaceAll(/(?<!\d{4},) /g, '\u00a0');
    if (element.textContent !== unbroken) element.textContent = unbroken;
    element.title = `${full.format(at)} (${at.toISOString().slice(0, 19).replace('T', ' ')} UTC)`;
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

/** Which tab one is on shows, also where there is no room for all of them. */
function currentTab() {
  for (const tab of document.querySelectorAll('.tabs [aria-current]'))
    tab.closest('.tabs').scrollLeft = tab.offsetLeft - 40;
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
setInterval(localTimes, 30_000);
idleAgain();
currentTab();
rowKeys();
moreRows();
document.querySelector('[data-focus]')?.focus();
