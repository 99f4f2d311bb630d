import { xml } from './receiver.js';
import { type Frame, RelayApplication, type RelayPeer } from './relay-application.js';
import { aRig, NUMBERS, type Rig, until } from './rig.js';

let rig: Rig;
let application: RelayApplication;
beforeEach(async () => {
  rig = await aRig();
  application = new RelayApplication();
  await application.start();
  rig.receiver.reply('/relay-ended', xml('<Hangup/>'));
});
afterEach(async () => {
  await rig.stop();
  await application.stop();
});

/** One sentence of a minute, so that a slow machine is still in the middle of it. */
const LONG = `I have a story to tell ${'and then another one '.repeat(42)}that is all.`;

async function connected(
  to: string,
  { attributes = '', script = null as unknown[] | null } = {},
): Promise<{ sid: string; peer: RelayPeer }> {
  rig.receiver.reply('/twiml', application.twiml(attributes));
  if (script !== null) rig.simulator.setKnobs({ script: script as never });
  const sid = await rig.call(to);
  return { sid, peer: await application.peer(application.peers.length) };
}

/** Answers every final prompt with the next of these lines, the last one for good. */
function agentSays(...lines: string[]): void {
  application.heard = (frame: Frame, peer) => {
    if (frame['type'] === 'prompt' && frame['last'] === true)
      peer.say((lines.length > 1 ? lines.shift() : lines[0]) ?? '');
  };
}

describe('a customer who breaks in', () => {
  it('is told in the order of a real call, and what was queued is gone', async () => {
    const { sid, peer } = await connected(NUMBERS.cooperative, {
      script: [{ say: 'Stop right there, please.', interruptAfterMs: 2000 }],
    });
    peer.say(`Listen. ${LONG} And there is more.`);
    await peer.until('prompt Stop right there, please.');
    const story = peer.story.slice(1);
    expect(story).toEqual([
      'agentSpeaking on',
      'tokensPlayed Listen.',
      'clientSpeaking on',
      expect.stringMatching(/^tokensPlayed I have a story/),
      expect.stringMatching(/^interrupt I have a story/),
      'agentSpeaking off',
      'clientSpeaking off',
      'prompt Stop right there, please.',
    ]);
    const [interrupt] = peer.of('interrupt');
    const heard = String(interrupt?.['utteranceUntilInterrupt']);
    expect(LONG.startsWith(heard)).toBe(true);
    expect(heard.length).toBeLessThan(LONG.length);
    expect(interrupt?.['durationUntilInterruptMs']).toEqual(expect.any(Number));
    peer.end();
    await rig.simulator.idle();
    expect(rig.view(sid).conversation).toEqual([
      { who: 'agent', text: `Listen. ${heard}` },
      { who: 'customer', text: 'Stop right there, please.' },
    ]);
  });

  it.each([
    ['by the frame', '', { interruptible: false }],
    ['by the attribute', 'interruptible="none"', {}],
    ['by the attribute that lets keys through', 'interruptible="dtmf"', {}],
  ])('goes unheard where speech cannot be interrupted %s', async (_what, attributes, more) => {
    const { peer } = await connected(NUMBERS.cooperative, {
      attributes,
      script: [{ say: 'Stop.', interruptAfterMs: 500 }, { say: 'Now?' }],
    });
    peer.say(LONG, more);
    await peer.until('prompt Now?');
    expect(peer.story).toContain(`tokensPlayed ${LONG}`);
    expect(peer.of('interrupt')).toEqual([]);
    expect(peer.prompts).toEqual(['Now?']);
  });

  it('by a key: the key is told after the interruption', async () => {
    const { peer } = await connected(NUMBERS.cooperative, {
      script: [{ dtmf: '1w#', interruptAfterMs: 1000 }],
    });
    peer.say(LONG);
    await peer.until('dtmf #');
    expect(peer.story.slice(-4)).toEqual([
      expect.stringMatching(/^interrupt /),
      'agentSpeaking off',
      'dtmf 1',
      'dtmf #',
    ]);
  });

  it('is not talked over: an agent that begins meanwhile is cut off at once', async () => {
    const { peer } = await connected(NUMBERS.cooperative, {
      attributes: 'welcomeGreeting="Hello."',
      script: [{ say: LONG }],
    });
    await peer.until('clientSpeaking on');
    peer.say('Shall I go on?');
    await peer.until(`prompt ${LONG}`);
    expect(peer.story.slice(-6)).toEqual([
      'clientSpeaking on',
      'agentSpeaking on',
      'interrupt ',
      'agentSpeaking off',
      'clientSpeaking off',
      `prompt ${LONG}`,
    ]);
  });

  it('only with a sound of listening can be overheard', async () => {
    const { peer } = await connected(NUMBERS.cooperative, {
      attributes: 'ignoreBackchannel="true"',
      script: [{ say: 'Uh-huh.', interruptAfterMs: 1000 }],
    });
    peer.say(LONG);
    await peer.until(`tokensPlayed ${LONG}`);
    expect(peer.story).toContain('clientSpeaking on');
    expect(peer.of('interrupt')).toEqual([]);
    expect(peer.prompts).toEqual([]);
  });

  it('a filler gives way to the next message', async () => {
    const { peer } = await connected(NUMBERS.cooperative, { script: [] });
    peer.say(LONG, { preemptible: true });
    await peer.until('agentSpeaking on');
    peer.say('Here it is.');
    await peer.until('tokensPlayed Here it is.');
    expect(peer.story).not.toContain(`tokensPlayed ${LONG}`);
    expect(peer.of('interrupt')).toEqual([]);
  });
});

describe('what else a script does', () => {
  it('splits an utterance in two, drops the socket, sends anything, and goes on with the next socket', async () => {
    const { sid, peer } = await connected(NUMBERS.cooperative, {
      attributes: 'welcomeGreeting="Hi."',
      script: [
        { say: 'I would like to book a table.', splitUtterance: true },
        { sendRaw: { type: 'mystery' } },
        { sendRaw: '{"half":' },
        { dropSocket: true },
        { say: 'Are you back?' },
        { silence: 2 },
        { hangup: true },
      ],
    });
    rig.receiver.reply('/relay-ended', application.twiml('welcomeGreeting="Back again."'), xml('<Hangup/>'));
    await peer.whenClosed();
    expect(peer.prompts).toEqual(['I would like to', 'book a table.']);
    expect(peer.story).toEqual(expect.arrayContaining(['mystery', 'garbage']));
    expect((await peer.whenClosed()).code).toBe(1006);
    const second = await application.peer(1);
    await second.until('prompt Are you back?');
    await rig.simulator.idle();
    expect((await second.whenClosed()).code).toBe(1000);
    expect(rig.view(sid).relays).toMatchObject([
      { end: { status: 'failed', code: 64105 } },
      { end: { status: 'completed' } },
    ]);
  });

  it('digits that the agent sends are heard in their turn', async () => {
    const { peer } = await connected(NUMBERS.cooperative, { script: [] });
    peer.say('Dialling.');
    peer.send({ type: 'sendDigits', digits: '12w#' });
    peer.send({ type: 'play', source: 'https://app.test/a.mp3' });
    peer.send({ type: 'language', transcriptionLanguage: 'de-DE' });
    await peer.until('agentSpeaking off');
    expect(peer.story).toEqual([
      'setup',
      'agentSpeaking on',
      'tokensPlayed Dialling.',
      'tokensPlayed 12w#',
      'agentSpeaking off',
    ]);
  });

  it('prompts are in the language that the application chose last', async () => {
    const { peer } = await connected(NUMBERS.cooperative, { script: [{ say: 'Hallo.' }] });
    peer.send({ type: 'language', transcriptionLanguage: 'de-DE' });
    peer.say('Guten Tag.');
    await peer.until('prompt Hallo.');
    expect(peer.of('prompt')).toMatchObject([{ lang: 'de-DE' }]);
  });
});

describe('who is at the other end', () => {
  it('somebody cooperative listens, answers, asks, thanks and hangs up when the agent does not', async () => {
    agentSays('May I have your name?', 'It takes a week. Anything else?', 'Goodbye!');
    const { sid } = await connected(NUMBERS.cooperative, {
      attributes: 'welcomeGreeting="Hello, this is Ava. How can I help you today?"',
    });
    await rig.simulator.idle();
    const { conversation, status } = rig.view(sid);
    expect(conversation.map(({ who }) => who)).toEqual([
      'agent',
      'customer',
      'agent',
      'customer',
      'agent',
      'customer',
      'agent',
      'customer',
      'agent',
    ]);
    expect(conversation[3]?.text).toMatch(/^My name is \w+ \w+\.$/);
    expect(conversation[5]?.text).toContain('?');
    expect(conversation[7]?.text).toContain('Goodbye');
    expect(status).toBe('completed');
    expect(rig.receiver.fields('/relay-ended', 'SessionStatus')).toEqual(['completed']);
  });

  it('03: a mailbox speaks its greeting, and keeps silent while the message is left', async () => {
    const { sid, peer } = await connected(NUMBERS.voicemail);
    await until(() => peer.prompts.length === 2);
    expect(peer.prompts).toEqual([
      expect.stringMatching(/^Hello, you have reached \w+ \w+\.$/),
      expect.stringContaining('leave a message after the tone'),
    ]);
    peer.say('This is Ava. Please call back.');
    await peer.until('tokensPlayed Please call back.');
    peer.end();
    await rig.simulator.idle();
    expect(rig.view(sid).conversation.at(-1)).toEqual({
      who: 'agent',
      text: 'This is Ava. Please call back.',
    });
    expect(peer.prompts).toHaveLength(2);
  });

  it('04: somebody hangs up in the middle of the second sentence', async () => {
    const { sid, peer } = await connected(NUMBERS.hangsUp, {
      attributes: `welcomeGreeting="Hello. ${LONG}"`,
    });
    await rig.simulator.idle();
    expect(peer.story).toEqual(['setup', 'agentSpeaking on', 'tokensPlayed Hello.']);
    expect((await peer.whenClosed()).code).toBe(1000);
    expect(rig.view(sid).status).toBe('completed');
  });

  it('05: somebody lets the greeting pass and breaks into the next turn', async () => {
    agentSays(`Sure. ${LONG}`);
    const { peer } = await connected(NUMBERS.interrupts, {
      attributes: 'welcomeGreeting="Hello, how can I help you?"',
    });
    await until(() => peer.of('interrupt').length > 0 && peer.prompts.length > 1);
    expect(peer.story.indexOf('tokensPlayed Hello, how can I help you?')).toBeGreaterThan(0);
    expect(peer.prompts[1]).toContain('let me stop you');
  });

  it('06: somebody asks for a person', async () => {
    const { peer } = await connected(NUMBERS.asksForAPerson, { attributes: 'welcomeGreeting="Hello."' });
    await until(() => peer.prompts.length > 0);
    expect(peer.prompts[0]).toContain('real person');
  });

  it('07: somebody says nothing, whatever is asked', async () => {
    const { peer } = await connected(NUMBERS.silence, { attributes: 'welcomeGreeting="Hello?"' });
    await peer.until('agentSpeaking off');
    peer.say('Are you there?');
    await peer.until('tokensPlayed Are you there?');
    peer.end();
    await rig.simulator.idle();
    expect(peer.of('prompt')).toEqual([]);
    expect(peer.story).not.toContain('clientSpeaking on');
  });

  it('an agent that falls silent is asked whether it is there, and left alone in the end', async () => {
    const { peer, sid } = await connected(NUMBERS.cooperative);
    await rig.simulator.idle();
    expect(peer.prompts).toEqual(['Hello? Are you there?', 'Hello? I cannot hear you.']);
    expect(rig.view(sid).status).toBe('completed');
  });
});
