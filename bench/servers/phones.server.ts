// The carrier's end of many calls at once; it does what it is told and reports.
import { setTimeout as wait } from 'node:timers/promises';
import { announce } from '../support/announce.js';
import { Phone } from '../support/phone.js';
import type { BenchCall, HeardTurn, PhonesOrder, PhonesReport } from '../talk-protocol.js';

const BETWEEN_OPENINGS_MS = 20;
const TURN_EVERY_MS = 5_000;
/** One turn in so many is broken into. */
const BREAKS_IN = 3;

let phones: Phone[] = [];

async function open(calls: BenchCall[]): Promise<void> {
  for (const call of calls) {
    phones.push(await Phone.open(call, phones.length + 1));
    await wait(BETWEEN_OPENINGS_MS);
  }
}

/** Everybody begins at another moment of the first interval. */
async function talk(seconds: number): Promise<HeardTurn[]> {
  const end = performance.now() + seconds * 1_000;
  const turns = await Promise.all(phones.map((phone, index) => keepTalking(phone, index, end)));
  return turns.flat();
}

async function keepTalking(phone: Phone, index: number, end: number): Promise<HeardTurn[]> {
  const turns: HeardTurn[] = [];
  let next = performance.now() + (index / phones.length) * TURN_EVERY_MS;
  for (let count = index; next < end && phone.isOpen; count += 1) {
    await wait(Math.max(0, next - performance.now()));
    const turn = await phone.turn(count % BREAKS_IN === 0);
    turns.push(turn);
    // Who breaks in has something to say.
    next = turn.interrupted === null ? Math.max(next + TURN_EVERY_MS, performance.now()) : performance.now();
  }
  return turns;
}

async function obey(order: PhonesOrder): Promise<PhonesReport> {
  if (order.order === 'open') await open(order.calls);
  const turns = order.order === 'talk' ? await talk(order.seconds) : [];
  const report = { open: phones.filter((phone) => phone.isOpen).length, turns };
  if (order.order === 'hang up') {
    await Promise.all(phones.map((phone) => phone.hangUp()));
    phones = [];
  }
  return report;
}

process.on('message', (order: PhonesOrder) => void obey(order).then((report) => process.send?.(report)));
announce('');
