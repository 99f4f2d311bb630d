import { isBackchannel } from './backchannel.js';

describe('what a customer says while the agent speaks', () => {
  it.each(['Mm-hm.', 'uh-huh', 'Okay.', 'Right, right.', 'Yeah, okay', 'Hmm…', 'Ja, ja.', 'OH'])(
    'only says that he listens: %s',
    (said) => {
      expect(isBackchannel(said, 'We are open from nine')).toBe(true);
    },
  );

  it.each(['Yes.', 'No!', 'Okay but when', 'right right right', 'Stop', '', '…', '5', 'okay five'])(
    'means something: %s',
    (said) => {
      expect(isBackchannel(said, 'We are open from nine')).toBe(false);
    },
  );

  it('answers a question with the same words', () => {
    expect(isBackchannel('Okay.', 'Shall I book it? ')).toBe(false);
  });
});
