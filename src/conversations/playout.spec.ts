import { Playout, type Speech } from './playout.js';

function say(playout: Playout, text: string, turn = 1): Speech {
  const speech = playout.begin(turn, 0);
  speech.text = text;
  playout.end(speech);
  return speech;
}

describe('what the agent says', () => {
  it('is heard from its first sound to its last', () => {
    const playout = new Playout();
    const speech = say(playout, 'Hi Ada. How are you?');
    expect(playout.isSilent).toBe(false);
    expect(speech.wasHeard).toBe(false);
    playout.speaking(true, 100);
    expect(speech.wasHeard).toBe(true);
    playout.played('Hi Ada.', 600);
    expect(speech.heard).toBe('Hi Ada.');
    playout.played(' How are you?', 1_200);
    expect(playout.speaking(false, 1_300)).toEqual([speech]);
    expect(speech).toMatchObject({ startedAt: 100, endedAt: 1_300, state: 'done', unspoken: null });
    expect(playout.isSilent).toBe(true);
  });

  it('counts as whole at its end, although the carrier read its numbers aloud', () => {
    const playout = new Playout();
    const speech = say(playout, 'It costs $12.50.');
    playout.speaking(true, 0);
    playout.played('It costs', 10);
    playout.played('twelve dollars and fifty cents.', 15);
    playout.speaking(false, 20);
    expect(speech.heard).toBe('It costs $12.50.');
  });

  it.each([
    ['tells of', ['1w', '2#']],
    ['says nothing of', []],
  ])('is heard to its end behind keys that the carrier %s', (_, told) => {
    const playout = new Playout();
    const before = say(playout, 'One moment.');
    const keys = playout.begin(1, 0, true);
    keys.text = '1w2#';
    playout.end(keys);
    const after = say(playout, 'Now we wait.');
    playout.speaking(true, 10);
    playout.played('One moment.', 20);
    for (const piece of told) playout.played(piece, 25);
    playout.played('Now we', 30);
    expect(after.heard).toBe('Now we');
    playout.played(' wait.', 40);
    playout.speaking(false, 50);
    expect([before, after].map(({ heard, state }) => [heard, state])).toEqual([
      ['One moment.', 'done'],
      ['Now we wait.', 'done'],
    ]);
    expect(playout.isSilent).toBe(true);
  });

  it('is not all heard because the voice stopped: somebody may have hung up', () => {
    const playout = new Playout();
    const speech = say(playout, 'We open at nine. We close at six.');
    playout.speaking(true, 0);
    playout.played('We open at nine.', 10);
    expect(playout.speaking(false, 20)).toEqual([]);
    playout.cut(30);
    expect(speech).toMatchObject({ heard: 'We open at nine.', unspoken: 'We close at six.' });
  });

  it('was heard as far as it can have been, when nobody told', () => {
    const playout = new Playout();
    const speech = say(playout, 'one two three');
    expect(playout.front).toBe(speech);
    playout.cut(500, '', 500);
    expect(speech.heard).toBe('one two');
  });

  it('is not over at a pause while more is coming', () => {
    const playout = new Playout();
    const speech = playout.begin(1, 0);
    speech.text = 'One. ';
    playout.speaking(true, 0);
    playout.played('One.', 5);
    expect(playout.speaking(false, 10)).toEqual([]);
    speech.text += 'Two.';
    playout.end(speech);
    playout.speaking(true, 20);
    playout.played('Two.', 25);
    expect(playout.speaking(false, 30)).toEqual([speech]);
    expect(speech).toMatchObject({ startedAt: 0, endedAt: 30, heard: 'One. Two.' });
  });

  it('is followed by the next without a pause', () => {
    const playout = new Playout();
    const [first, second] = [say(playout, 'One moment.'), say(playout, 'It ships today.')];
    playout.speaking(true, 0);
    playout.played('One moment.', 10);
    expect(playout.played('It ships', 20)).toEqual([first]);
    expect(first).toMatchObject({ startedAt: 0, endedAt: 10 });
    expect(second).toMatchObject({ heard: 'It ships', startedAt: 10 });
    playout.played('today.', 40);
    expect(playout.speaking(false, 50)).toEqual([second]);
  });

  it('is played in pieces that reach over its end', () => {
    const playout = new Playout();
    const [first, second] = [say(playout, 'One. '), say(playout, 'Two three.')];
    playout.speaking(true, 0);
    expect(playout.played('One. Two', 10)).toEqual([first]);
    expect(second.heard).toBe('Two');
    expect(first.endedAt).toBe(10);
  });

  it('ends for a carrier that tells nothing of what it played when its voice does', () => {
    const playout = new Playout();
    const both = [say(playout, 'One moment.'), say(playout, 'It ships today.')];
    playout.speaking(true, 0);
    expect(playout.speaking(false, 10)).toEqual(both);
    expect(playout.isSilent).toBe(true);
  });

  it('is taken as said when the carrier tells nothing at all', () => {
    const playout = new Playout();
    const speech = say(playout, 'one two three four five');
    expect(playout.restMs).toBe(2_000);
    expect(playout.assumePlayed(5_000)).toEqual([speech]);
    expect(speech).toMatchObject({ startedAt: null, endedAt: null, heard: 'one two three four five' });
  });

  it('is nothing when it has no words', () => {
    const playout = new Playout();
    say(playout, ' ');
    expect(playout.isSilent).toBe(true);
  });
});

describe('an interruption', () => {
  it('leaves what was heard, and keeps the rest as unspoken', () => {
    const playout = new Playout();
    const [first, second] = [
      say(playout, 'We open at nine. We close at six.'),
      say(playout, 'Anything else?'),
    ];
    playout.speaking(true, 0);
    playout.played('We open at nine.', 10);
    playout.played('We close', 20);
    expect(playout.cut(21, 'We close', 300)).toEqual([first, second]);
    expect(first).toMatchObject({
      heard: 'We open at nine. We close',
      unspoken: 'at six.',
      forModel: 'We open at nine. We close …',
      endedAt: 21,
      state: 'cut',
    });
    expect(second).toMatchObject({ heard: '', unspoken: 'Anything else?', wasHeard: false, forModel: '' });
    playout.speaking(false, 23);
    expect(playout.isSilent).toBe(true);
    expect(first.endedAt).toBe(21);
  });

  it.each([
    ['the last piece', 'Sentence 2 of', 684, 'Sentence 1. Sentence 2 of'],
    ['only the time', '', 800, 'Sentence 1.'],
    ['a time beyond the text', 'never said', 60_000, 'Sentence 1. Sentence 2 of 3.'],
    ['nothing', '', null, ''],
  ])('by a carrier that names %s', (_, piece, duration, heard) => {
    const playout = new Playout();
    const speech = say(playout, 'Sentence 1. Sentence 2 of 3.');
    playout.speaking(true, 0);
    playout.cut(800, piece, duration);
    expect(speech.heard).toBe(heard);
  });

  it('after the last word cuts nothing', () => {
    const playout = new Playout();
    const speech = say(playout, 'Bye.');
    playout.speaking(true, 0);
    playout.played('Bye.', 5);
    playout.cut(6);
    expect(speech).toMatchObject({ state: 'done', unspoken: null, heard: 'Bye.' });
  });
});
