import { History } from './history.js';

const call = (id: string) => ({ id, name: 'look_up', arguments: '{}' });
const said = (forModel: string) => ({ forModel });
const SYSTEM = { role: 'system', content: 'Be kind.' };

describe('what the model is shown', () => {
  it('is the instructions and who said what', () => {
    const history = new History();
    history.agent(said('Hello.'));
    history.customer('Hi!');
    history.agent(said('How are you?'));
    expect(history.messages('Be kind.')).toEqual([
      SYSTEM,
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Hi!' },
      { role: 'assistant', content: 'How are you?' },
    ]);
  });

  it('is what was heard by the time it is asked', () => {
    const history = new History();
    const speech = said('We open at nine and close at six');
    history.agent(speech);
    speech.forModel = 'We open at nine …';
    expect(history.messages('Be kind.')[1]).toEqual({ role: 'assistant', content: 'We open at nine …' });
  });

  it('joins two utterances when what stood between them was not heard', () => {
    const history = new History();
    history.customer('I would like');
    history.agent(said(''));
    history.customer('a table for two.');
    expect(history.messages('Be kind.')).toEqual([
      SYSTEM,
      { role: 'user', content: 'I would like a table for two.' },
    ]);
  });

  it('has the tool calls of an answer in one message with its words, and a result for each', () => {
    const history = new History();
    history.customer('Where is it?');
    history.agent(said('One moment.'));
    history.tool(call('a')).result = '{"ok":true}';
    history.tool(call('b'));
    history.agent(said('It is here.'));
    expect(history.messages('Be kind.')).toEqual([
      SYSTEM,
      { role: 'user', content: 'Where is it?' },
      { role: 'assistant', content: 'One moment.', toolCalls: [call('a'), call('b')] },
      { role: 'tool', toolCallId: 'a', content: '{"ok":true}' },
      { role: 'tool', toolCallId: 'b', content: '{"cancelled":true}' },
      { role: 'assistant', content: 'It is here.' },
    ]);
  });

  it('keeps the tool calls of an answer that was not heard', () => {
    const history = new History();
    history.customer('Where is it?');
    history.agent(said(''));
    history.tool(call('a'));
    history.customer('Hello?');
    history.tool(call('b'), '{}');
    expect(history.messages('Be kind.').slice(1)).toEqual([
      { role: 'user', content: 'Where is it?' },
      { role: 'assistant', content: null, toolCalls: [call('a')] },
      { role: 'tool', toolCallId: 'a', content: '{"cancelled":true}' },
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: null, toolCalls: [call('b')] },
      { role: 'tool', toolCallId: 'b', content: '{}' },
    ]);
  });

  it('is told what happened to the call', () => {
    const history = new History();
    history.note('The line was lost.');
    expect(history.messages('Be kind.')[1]).toEqual({ role: 'system', content: 'The line was lost.' });
  });

  it('is the later part of a long call, from something the customer said', () => {
    const history = new History();
    for (let turn = 0; turn < 150; turn++) {
      history.agent(said(`a${turn}`));
      history.customer(`c${turn}`);
    }
    const messages = history.messages('Be kind.');
    expect(messages).toHaveLength(200);
    expect(messages[1]).toEqual({ role: 'user', content: 'c50' });
  });

  it.each([
    [[], false],
    [['agent'], false],
    [['agent', 'customer'], true],
    [['customer', 'unheard'], true],
    [['customer', 'agent'], false],
    [['customer', 'agent', 'tool'], true],
  ])('shows whether the customer waits: %j', (items, waits) => {
    const history = new History();
    for (const item of items) {
      if (item === 'customer') history.customer('x');
      else if (item === 'tool') history.tool(call('a'), '{}');
      else history.agent(said(item === 'agent' ? 'x' : ''));
    }
    expect(history.awaitsAnswer).toBe(waits);
  });
});
