import { Keypad, keysAsText } from './keypad.js';

describe('keys pressed on the phone', () => {
  it.each([
    ['one number that # ends', '1234#', ['1234'], null],
    ['two of them', '1#*2#', ['1', '*2'], null],
    ['# alone', '#', ['#'], null],
    ['a number that goes on', '1#23', ['1'], '23'],
    ['nothing', '', [], null],
  ])('are %s', (_, keys, whole, rest) => {
    const keypad = new Keypad(2_000);
    expect(Array.from(keys).flatMap((key) => keypad.press(key, 0) ?? [])).toEqual(whole);
    expect(keypad.take()).toBe(rest);
    expect(keypad.dueAt).toBeNull();
  });

  it('end two seconds after the last of them', () => {
    const keypad = new Keypad(2_000);
    keypad.press('1', 1_000);
    keypad.press('2', 2_500);
    expect(keypad.dueAt).toBe(4_500);
    expect(keypad.take()).toBe('12');
    expect(keypad.dueAt).toBeNull();
  });

  it('are told to the model as what they are', () => {
    expect(keysAsText('12')).toBe('[keypad] 12');
  });
});
