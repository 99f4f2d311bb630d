import { Notebook } from './notebook.js';
import { Playout, type Speech } from './playout.js';

/** Something the agent said, heard from one instant to another. */
function heard(text: string, from: number, to: number, turn = 1): Speech {
  const playout = new Playout();
  const speech = playout.begin(turn, from);
  speech.text = text;
  playout.end(speech);
  playout.speaking(true, from);
  playout.played(text, to);
  playout.speaking(false, to);
  return speech;
}

const SPAN = { startedAt: 1_000, endedAt: 2_000 };

describe('the notes of a turn', () => {
  it('hold what was said by whom, and how long the answer took', () => {
    const notebook = new Notebook(1, 'en-US');
    notebook.agentSaid(heard('Hello.', 0, 900));
    notebook.customerSpeaks(true, 1_000);
    notebook.customerSpeaks(false, 2_000);
    notebook.customerSaid('Hi!', SPAN, 2_003);
    notebook.modelAnswered(400.4, true);
    notebook.sent(2_410);
    notebook.heard(2_700);
    notebook.counted(120);
    notebook.agentSaid(heard('How are you?', 2_700, 4_000, 2));
    const { entries, turns } = notebook.take();
    expect(entries).toEqual([
      expect.objectContaining({
        kind: 'utterance',
        turn: 1,
        speaker: 'agent',
        text: 'Hello.',
        startedAt: 0,
        endedAt: 900,
      }),
      expect.objectContaining({ kind: 'utterance', turn: 2, speaker: 'customer', text: 'Hi!', ...SPAN }),
      expect.objectContaining({ type: 'customer.speech_started', turn: 2, at: 1_000 }),
      expect.objectContaining({ type: 'customer.speech_ended', turn: 2, at: 2_000 }),
      expect.objectContaining({ kind: 'utterance', turn: 2, speaker: 'agent', text: 'How are you?' }),
      {
        kind: 'turn',
        at: 2_003,
        turn: 2,
        e2e: 700,
        stt: 3,
        llm: 400,
        tts: 290,
        tool: null,
        own: 6.6,
        tokens: 120,
      },
    ]);
    expect(turns).toEqual([
      { turn: 1, customerText: null, agentText: 'Hello.', interrupted: false },
      { turn: 2, customerText: 'Hi!', agentText: 'How are you?', interrupted: false },
    ]);
    expect(notebook.take()).toEqual({ entries: [], turns: [] });
  });

  it('count the tools before the first words as waiting, and the model’s first words as its time', () => {
    const notebook = new Notebook(1, 'en-US');
    notebook.customerSaid('Where is it?', SPAN, 2_000);
    notebook.modelAnswered(300, false);
    notebook.toolTook(500);
    notebook.modelAnswered(200, true);
    notebook.sent(3_010);
    notebook.toolTook(50);
    notebook.modelAnswered(900, true);
    expect(notebook.take().entries.at(-1)).toMatchObject({
      llm: 200,
      tool: 550,
      own: 10,
      e2e: null,
      tts: null,
    });
  });

  it('begin anew with the rest of an utterance', () => {
    const notebook = new Notebook(1, 'en-US');
    notebook.customerSaid('I would like', SPAN, 2_000);
    notebook.modelAnswered(100, true);
    notebook.sent(2_150);
    notebook.counted(50);
    notebook.customerWentOn('a table.', 4_000, 4_000);
    notebook.modelAnswered(80, true);
    notebook.sent(4_090);
    notebook.heard(4_300);
    const { entries, turns } = notebook.take();
    expect(entries[0]).toMatchObject({
      text: 'I would like a table.',
      startedAt: 1_000,
      endedAt: 4_000,
      turn: 2,
    });
    expect(entries.at(-1)).toMatchObject({ e2e: 300, llm: 80, tts: 210, own: 10, tokens: 50 });
    expect(turns).toHaveLength(1);
  });

  it('leave out what was not heard, and sounds of keys', () => {
    const notebook = new Notebook(1, 'en-US');
    const playout = new Playout();
    const [unheard, keys] = [playout.begin(1, 0), playout.begin(1, 0, true)];
    unheard.text = 'Never said.';
    keys.text = '12';
    for (const speech of playout.cut(5)) notebook.agentSaid(speech);
    expect(notebook.take()).toEqual({ entries: [], turns: [] });
  });

  it('do not know of which turn a voice is that never became words, until the end', () => {
    const notebook = new Notebook(3, 'en-US');
    notebook.customerSpeaks(true, 10.4);
    expect(notebook.take().entries).toEqual([]);
    expect(notebook.close().entries).toEqual([
      { kind: 'event', at: 10, turn: 3, type: 'customer.speech_started', actor: 'customer', data: null },
    ]);
  });
});
