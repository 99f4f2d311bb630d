// One call: followed while it goes on, played along its timeline and transcript afterwards.
import { begin, refresh } from './fresh.js';
import { ReadOut } from './read-out.js';

/** What a call's end changes: all but a note that is being written. */
const PARTS = ['call-head', 'call-body', 'call-notes', 'call-numbers', 'call-details'];

/** What is said appears; a change of status brings the head up to date; the end brings the finished record. */
function follow(section) {
  const log = section.querySelector('[role=log]');
  const list = log.querySelector('ol');
  const connection = section.querySelector('[data-connection]');
  const source = new EventSource(section.dataset.live);
  source.addEventListener('open', () => (connection.hidden = false));
  source.addEventListener('error', () => {
    connection.hidden = true;
    if (source.readyState === EventSource.CLOSED) setTimeout(reload, 10_000);
  });
  source.addEventListener('status', ({ data }) => {
    if (JSON.parse(data).status === document.getElementById('call-head').dataset.status) return;
    // What the page said when it was opened is told better by the head from now on.
    document.querySelector('.flash')?.remove();
    refresh(['call-head', 'call-waiting', 'call-details']).catch(() => undefined);
  });
  source.addEventListener('utterance', ({ data }) => say(log, list, JSON.parse(data)));
  const counting = setInterval(countOn, 1_000);
  source.addEventListener('end', () => {
    source.close();
    clearInterval(counting);
    void finish(section);
  });
}

/** The finished record takes the place of the conversation; what is still missing from it follows. */
async function finish(section) {
  const goesOn = await refresh(PARTS).catch(() => true);
  if (!goesOn) return reload();
  if (section.isConnected) return setTimeout(finish, 2_000, section);
  playBack();
  begin();
}

/** A note that is being written is not thrown away. */
function reload() {
  if (document.querySelector('textarea')?.value.trim()) setTimeout(reload, 10_000);
  else location.reload();
}

/** The head says how long the call has lasted. */
function countOn() {
  const shown = document.querySelector('[data-since]');
  if (shown) shown.textContent = clock(secondsSince(Date.now()));
}

/** Since the call was answered; null before. */
function secondsSince(instant) {
  const answered = document.querySelector('[data-since]')?.dataset.since;
  return answered ? Math.max(0, (instant - Date.parse(answered)) / 1_000) : null;
}

function say(log, list, { seq, speaker, text, text_unspoken: unspoken, at }) {
  if (list.querySelector(`[data-seq="${seq}"]`)) return;
  const line = document.querySelector(`[data-line=${speaker}]`).content.firstElementChild.cloneNode(true);
  line.dataset.seq = seq;
  line.querySelector('.words span').textContent = text;
  const moment = secondsSince(Date.parse(at));
  if (moment !== null) line.querySelector('.moment').textContent = clock(moment);
  const rest = line.querySelector('del');
  if (unspoken) rest.textContent = unspoken;
  else rest.remove();
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  document.getElementById('call-waiting').hidden = true;
  list.append(line);
  if (isAtEnd) log.scrollTop = log.scrollHeight;
}

/** The recording, the timeline and the transcript as one thing: each leads the others. */
class Playback {
  constructor(section) {
    this.section = section;
    this.drawing = section.querySelector('[data-timeline]');
    this.transcript = document.querySelector('[data-transcript]');
    this.lines = [...document.querySelectorAll('[data-transcript] [data-from]')];
    this.length = Number(this.drawing?.dataset.timeline ?? 0);
    this.readOut = this.drawing && new ReadOut(this.drawing.closest('.timeline'));
  }

  begin() {
    this.setUpPlayer();
    document.addEventListener('fresh', () => this.setUpPlayer());
    this.drawing?.addEventListener('click', (event) => this.clicked(event));
    this.transcript?.addEventListener('click', (event) => {
      const moment = event.target.closest('[data-seek]');
      if (!moment || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.goTo(Number(moment.dataset.seek));
    });
  }

  /** Also for a recording that has arrived after the page. */
  setUpPlayer() {
    const audio = this.section.querySelector('audio');
    if (!audio || audio === this.audio) return;
    this.audio = audio;
    this.player = this.section.querySelector('.player');
    this.button = this.player.querySelector('[data-play-button]');
    this.range = this.player.querySelector('input');
    this.output = this.player.querySelector('output');
    audio.controls = false;
    this.player.hidden = false;
    this.measure();
    this.button.addEventListener('click', () => (audio.paused ? this.play() : audio.pause()));
    this.range.addEventListener('input', () =>
      this.show((audio.currentTime = Number(this.range.value)) * 1_000),
    );
    this.player
      .querySelector('select')
      .addEventListener('change', ({ target }) => (audio.playbackRate = Number(target.value)));
    audio.addEventListener('durationchange', () => this.measure());
    for (const name of ['play', 'pause', 'ended']) audio.addEventListener(name, () => this.changed());
    audio.addEventListener('seeked', () => this.show(audio.currentTime * 1_000));
    audio.addEventListener('error', () => (this.output.textContent = 'The recording cannot be played.'));
  }

  measure() {
    const seconds = Math.max(
      this.length / 1_000,
      Number.isFinite(this.audio.duration) ? this.audio.duration : 0,
    );
    this.range.max = String(seconds);
    this.output.textContent = `${clock(this.audio.currentTime)} / ${clock(seconds)}`;
  }

  play() {
    this.audio.play().catch(() => undefined);
  }

  changed() {
    const isPlaying = !this.audio.paused;
    this.button.textContent = isPlaying ? 'Pause' : 'Play';
    this.button.setAttribute('aria-pressed', String(isPlaying));
    if (isPlaying) this.run();
  }

  run() {
    this.show(this.audio.currentTime * 1_000);
    if (!this.audio.paused) requestAnimationFrame(() => this.run());
  }

  clicked(event) {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { left, width } = this.drawing.getBoundingClientRect();
    this.goTo(((event.clientX - left) / width) * this.length);
  }

  /** Plays from there, or without a recording only leads there. */
  goTo(ms) {
    if (this.audio) {
      this.audio.currentTime = ms / 1_000;
      this.play();
    }
    this.show(ms);
  }

  show(ms) {
    if (this.audio) {
      this.range.value = String(ms / 1_000);
      this.range.style.setProperty('--played', `${(this.range.value / this.range.max) * 100}%`);
      this.output.textContent = `${clock(ms / 1_000)} / ${clock(Number(this.range.max))}`;
    }
    this.moveHead(ms);
    const line = this.lines.findLast(({ dataset }) => Number(dataset.from) <= ms);
    if (line === this.current) return;
    this.current?.removeAttribute('aria-current');
    this.current = line;
    line?.setAttribute('aria-current', 'true');
    this.markCurrent(line?.id.replace('said-', ''));
    if (line) this.transcript.scrollTo({ top: line.offsetTop - this.transcript.clientHeight / 3 });
  }

  moveHead(ms) {
    if (!this.drawing) return;
    const head = this.drawing.querySelector('.playhead');
    const at = `${Math.min(100, (ms / this.length) * 100)}%`;
    head.setAttribute('x1', at);
    head.setAttribute('x2', at);
    head.classList.add('set');
    const scroller = this.drawing.parentElement;
    const x = (ms / this.length) * this.drawing.clientWidth;
    const isSeen = x >= scroller.scrollLeft && x <= scroller.scrollLeft + scroller.clientWidth - 40;
    if (!isSeen) scroller.scrollLeft = x - 40;
  }

  markCurrent(index) {
    if (!this.drawing) return;
    for (const mark of this.drawing.querySelectorAll('[data-said]'))
      mark.classList.toggle('current', mark.dataset.said === index);
    this.readOut.tell('heard', this.drawing.querySelector('.current'));
  }
}

function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function playBack() {
  const section = document.querySelector('[data-play]');
  if (section) new Playback(section).begin();
}

const live = document.querySelector('[data-live]');
if (live) follow(live);
playBack();
