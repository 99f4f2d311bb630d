import { dayEnd, dayStart, isTimeZone } from './zoned-days.js';

describe('a day of a time zone', () => {
  it.each([
    ['UTC', '2026-01-16', '2026-01-16T00:00:00.000Z', '2026-01-17T00:00:00.000Z'],
    ['America/Chicago', '2026-01-16', '2026-01-16T06:00:00.000Z', '2026-01-17T06:00:00.000Z'],
    ['Asia/Kolkata', '2026-01-16', '2026-01-15T18:30:00.000Z', '2026-01-16T18:30:00.000Z'],
    // The clocks change: this day has 23 hours there, that one 25.
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['Australia/Sydney', '2026-04-05', '2026-04-04T13:00:00.000Z', '2026-04-05T14:00:00.000Z'],
    ['Pacific/Auckland', '2026-12-31', '2026-12-30T11:00:00.000Z', '2026-12-31T11:00:00.000Z'],
  ])('begins and ends by the clocks of %s on %s', (zone, day, begins, ends) => {
    expect(dayStart(day, zone)?.toISOString()).toBe(begins);
    expect(dayEnd(day, zone)?.toISOString()).toBe(ends);
  });

  it.each(['2026-02-31x', '2026-13-01', '16 Jan', ''])('is not %j', (text) => {
    expect(dayStart(text, 'UTC')).toBeNull();
    expect(dayEnd(text, 'UTC')).toBeNull();
  });
});

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('%j is a time zone: %p', (name, is) => {
  expect(isTimeZone(name)).toBe(is);
});
