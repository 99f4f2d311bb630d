import * as fc from 'fast-check';
import {
  CountryCode,
  isCountryCode,
  isE164,
  maskPhoneNumber,
  normalizePhoneNumber,
  PHONE_PROBLEMS,
} from './phone-number.js';

const CHICAGO = '+13125550100';
const LONDON = '+442079460958';

describe('a phone number that is accepted', () => {
  it.each([
    // Ways of writing that people use on purpose.
    ['3125550100', CHICAGO],
    ['13125550100', CHICAGO],
    ['+13125550100', CHICAGO],
    ['(312) 555-0100', CHICAGO],
    ['(312)555-0100', CHICAGO],
    ['312.555.0100', CHICAGO],
    ['312/555/0100', CHICAGO],
    ['1-312-555-0100', CHICAGO],
    ['+1 (312) 555-0100', CHICAGO],
    ['+1-312-555-01-00', CHICAGO],
    ['+ 1 312 555 0100', CHICAGO],
    ['tel:+1-312-555-0100', CHICAGO],
    ['TEL: 312 555 0100', CHICAGO],
    ['callto:+13125550100', CHICAGO],
    ['whatsapp:+13125550100', CHICAGO],
    ['p:+13125550100', CHICAGO],
    // What keyboards, documents and copying make of them.
    ['  3125550100\t', CHICAGO],
    ['312\u00a0555\u00a00100', CHICAGO],
    ['312\u2009555\u202f0100', CHICAGO],
    ['312\u3000555\u30000100', CHICAGO],
    ['312\u2013555\u20140100', CHICAGO],
    ['312\u2010555\u20110100', CHICAGO],
    ['312\u2212555\u22120100', CHICAGO],
    ['\u202a+1 312 555 0100\u202c', CHICAGO],
    ['\u200e+13125550100', CHICAGO],
    ['312\u200b555\u200b0100', CHICAGO],
    ['\ufeff3125550100', CHICAGO],
    ['３１２５５５０１００', CHICAGO],
    ['＋１（３１２）５５５－０１００', CHICAGO],
    ['٣١٢٥٥٥٠١٠٠', CHICAGO],
    // What spreadsheets and data frames make of them.
    ["'3125550100", CHICAGO],
    ["'+13125550100", CHICAGO],
    ['"3125550100"', CHICAGO],
    ['13125550100.0', CHICAGO],
    ['+13125550100.00', CHICAGO],
    ['1.3125550100E+10', CHICAGO],
    ['1.3125550100e10', CHICAGO],
    ['1,3125550100E+10', CHICAGO],
    ['3.125550100000E9', CHICAGO],
    // Other countries, with the code in every form.
    ['+44 20 7946 0958', LONDON],
    ['+44 (0)20 7946 0958', LONDON],
    ['+4402079460958', LONDON],
    ['0044 20 7946 0958', LONDON],
    ['00-44-20-7946-0958', LONDON],
    ['(00)44 20 7946 0958', LONDON],
    ['00 1 312 555 0100', CHICAGO],
    ['011 44 20 7946 0958', LONDON],
    ['+39 06 1234 5678', '+390612345678'],
    ['+800 1234 5678', '+80012345678'],
  ])('%j is %s', (input, e164) => {
    expect(normalizePhoneNumber(input, 'US')).toMatchObject({ e164, assigned: true, extension: null });
  });

  it.each<[string, CountryCode, string]>([
    ['020 7946 0958', 'GB', LONDON],
    ['20 7946 0958', 'GB', LONDON],
    ['442079460958', 'GB', LONDON],
    ['00442079460958', 'GB', LONDON],
    ['030/1234567', 'DE', '+49301234567'],
    ['0151 23456789', 'DE', '+4915123456789'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['(11) 99999-8888', 'BR', '+5511999998888'],
    ['8 (912) 345-67-89', 'RU', '+79123456789'],
    ['06 1234 5678', 'IT', '+390612345678'],
    ['09012345678', 'JP', '+819012345678'],
    ['010 44 20 7946 0958', 'JP', LONDON],
    ['0044 20 7946 0958', 'JP', LONDON],
    ['0011 44 20 7946 0958', 'AU', LONDON],
    ['001 65 6123 4567', 'HK', '+6561234567'],
    ['613-555-0142', 'CA', '+16135550142'],
    ['+1 312 555 0100', 'GB', CHICAGO],
  ])('%j in %s is %s', (input, country, e164) => {
    expect(normalizePhoneNumber(input, country)).toMatchObject({ e164, assigned: true });
  });

  it.each([
    ['+15551234567', '+15551234567', 'US'],
    ['555-123-4567', '+15551234567', 'US'],
    ['(555) 555-5555', '+15555555555', 'US'],
    ['+44 11 0000 0001', '+441100000001', null],
    ['+49 151 1234 56789 0', '+491511234567890', 'DE'],
  ])('%j is possible though nobody can have it: %s of %s', (input, e164, country) => {
    const phone = normalizePhoneNumber(input, 'US');
    expect(phone).toEqual({ e164, country, assigned: false, extension: null });
  });

  it('behind the prefix of its country is read by that, though nobody can have it', () => {
    expect(normalizePhoneNumber('0011 44 11 0000 0001', 'AU')).toMatchObject({ e164: '+441100000001' });
  });

  it.each([
    ['312-555-0100x123', '123'],
    ['312-555-0100 x 123', '123'],
    ['312-555-0100 ext. 123', '123'],
    ['312-555-0100 extension 7', '7'],
    ['312-555-0100 #42', '42'],
    ['tel:+1-312-555-0100;ext=5', '5'],
    ['+1 312 555 0100, ext 9', '9'],
  ])('%j keeps its extension %s apart', (input, extension) => {
    expect(normalizePhoneNumber(input, 'US')).toMatchObject({ e164: CHICAGO, extension });
  });

  it.each([
    ['+1 876 555 0100', 'JM'],
    ['+1 613 555 0142', 'CA'],
    ['+80012345678', null],
  ])('%s is of the country %s', (input, country) => {
    expect(normalizePhoneNumber(input, 'US')).toMatchObject({ country });
  });
});

describe('a phone number that is refused', () => {
  it.each([
    ['', 'empty'],
    [' \t\u00a0', 'empty'],
    ["'", 'empty'],
    ['tel:', 'empty'],
    ['\u200b', 'empty'],
    ['n/a', 'letters'],
    ['none', 'letters'],
    ['call me', 'letters'],
    ['1-800-FLOWERS', 'letters'],
    ['3I2 555 0I00', 'letters'],
    ['312 555 O1OO', 'letters'],
    ['Phone: 312 555 0100', 'letters'],
    ['312 555 0100 (mobile)', 'letters'],
    ['ada@example.com', 'letters'],
    ['312_555_0100', 'characters'],
    ['312*555*0100', 'characters'],
    ['*67 312 555 0100', 'characters'],
    ['📞 312 555 0100', 'characters'],
    ['=3125550100', 'characters'],
    ['++13125550100', 'characters'],
    ['+1+3125550100', 'characters'],
    ['+', 'characters'],
    ['?', 'characters'],
    ['312-555-0100 / 312-555-0199', 'several_numbers'],
    ['312-555-0100, 312-555-0199', 'several_numbers'],
    ['312-555-0100; +44 20 7946 0958', 'several_numbers'],
    ['312-555-0100\n312-555-0199', 'several_numbers'],
    ['312-555-0100 or 312-555-0199', 'several_numbers'],
    ['+13125550100|+13125550199', 'several_numbers'],
    ['3125550100 3125550199', 'too_long'],
    ['1.31256E+10', 'digits_lost'],
    ['1.31255501E+10', 'digits_lost'],
    ['1E+10', 'digits_lost'],
    ['+999 123 456 789', 'unknown_country_code'],
    ['+0 312 555 0100', 'unknown_country_code'],
    ['+0013125550100', 'unknown_country_code'],
    ['1', 'too_short'],
    ['911', 'too_short'],
    ['12345', 'too_short'],
    ['555-0100', 'too_short'],
    ['312555010', 'too_short'],
    ['+1 312 555 010', 'too_short'],
    ['31255501000', 'too_long'],
    ['0 312 555 0100', 'too_long'],
    ['131255501001', 'too_long'],
    ['12025550123456789012', 'too_long'],
    ['447911123456', 'too_long'],
    ['+49151123456789012', 'too_long'],
    ['9'.repeat(101), 'too_long'],
    ['9'.repeat(200_000), 'too_long'],
    ['1234567890', 'wrong_form'],
    ['+11234567890', 'wrong_form'],
    ['0000000000', 'wrong_form'],
    ['(012) 555-0100', 'wrong_form'],
    ['+440000000000', 'wrong_form'],
    ['-13125550100', 'wrong_form'],
    ['3125550100.5', 'wrong_form'],
  ])('%j: %s', (input, problem) => {
    expect(normalizePhoneNumber(input, 'US')).toEqual({ problem });
  });

  it('has words for every reason', () => {
    for (const words of Object.values(PHONE_PROBLEMS))
      expect(words).toMatch(/^(is|has|holds|starts|cannot) /);
  });
});

describe('any text as a phone number', () => {
  const country = fc.constantFrom<CountryCode>('US', 'GB', 'DE', 'JP', 'AU', 'IT', 'BR');
  const noise = fc.constantFrom(
    ' ',
    '-',
    '(',
    ')',
    '.',
    '/',
    'x',
    'ext',
    '+',
    '00',
    "'",
    '\u00a0',
    'E+',
    ';',
    'or',
  );
  const digit = fc.integer({ min: 0, max: 9 }).map(String);
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.oneof(digit, digit, noise), { maxLength: 24 }).map((parts) => parts.join('')),
  );

  it('gives E.164 or a reason, and throws for none', () => {
    fc.assert(
      fc.property(text, country, (input, defaultCountry) => {
        const phone = normalizePhoneNumber(input, defaultCountry);
        if ('problem' in phone) expect(PHONE_PROBLEMS).toHaveProperty(phone.problem);
        else expect(isE164(phone.e164)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('gives a number that reads as itself again, in any country', () => {
    fc.assert(
      fc.property(text, country, country, (input, first, second) => {
        const phone = normalizePhoneNumber(input, first);
        fc.pre('e164' in phone);
        expect(normalizePhoneNumber(phone.e164, second)).toMatchObject({ e164: phone.e164 });
      }),
      { numRuns: 300 },
    );
  });

  it('gives every ten digits of the North American plan back, however they are set', () => {
    const tenDigits = fc.stringMatching(/^[2-9]\d{9}$/);
    const set = fc.constantFrom(
      (d: string) => d,
      (d: string) => `+1${d}`,
      (d: string) => `(${d.slice(0, 3)}) ${d.slice(3, 6)}-${d.slice(6)}`,
      (d: string) => `1.${d.slice(0, 3)}.${d.slice(3, 6)}.${d.slice(6)}`,
      (d: string) => `${d[0]}.${d.slice(1)}E+9`,
      (d: string) => `${d}.0`,
    );
    fc.assert(
      fc.property(tenDigits, set, (digits, write) => {
        expect(normalizePhoneNumber(write(digits), 'US')).toMatchObject({ e164: `+1${digits}` });
      }),
    );
  });
});

describe('a plain number of the North American plan', () => {
  const country = fc.constantFrom<CountryCode>('US', 'CA', 'JM', 'BB', 'DE');
  const line = fc.stringMatching(/^\d{4}$/);
  // Real ones, made-up ones, toll-free and personal ones, islands'; Barbados' and Jamaica's hang on the digit after.
  const exchange = fc.oneof(
    fc.constantFrom('312555', '415200', '416555', '800555', '523300', '246521', '876606', '268464', '787200'),
    fc.stringMatching(/^[2-9]\d{5}$/),
  );

  it('is judged as the metadata judge it, however many of its exchange have been read', () => {
    fc.assert(
      fc.property(exchange, line, line, country, (begin, one, other, defaultCountry) => {
        const numbers = [begin + one, begin + other];
        for (const plain of [...numbers, ...numbers.map((number) => `+1${number}`)]) {
          // What stands in front keeps the second one from being plain.
          const asked = normalizePhoneNumber(`tel:${plain}`, defaultCountry);
          expect(normalizePhoneNumber(plain, defaultCountry)).toEqual(asked);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('phone numbers elsewhere', () => {
  it.each([
    [CHICAGO, '+1******0100'],
    [LONDON, '+4*******0958'],
    ['+290111', '*******'],
    ['3125550100', '**********'],
    ['', ''],
    ['x'.repeat(1_000), '*'.repeat(20)],
  ])('%s is masked as %s in logs', (number, masked) => {
    expect(maskPhoneNumber(number)).toBe(masked);
  });

  it.each([
    [CHICAGO, true],
    ['+1234567', true],
    ['+123456789012345', true],
    ['+1234567890123456', false],
    ['+123456', false],
    ['+03125550100', false],
    ['13125550100', false],
    ['+1 3125550100', false],
    ['+１3125550100', false],
    [`${CHICAGO}\n`, false],
  ])('%j is E.164: %s', (text, expected) => {
    expect(isE164(text)).toBe(expected);
  });

  it.each([
    ['US', true],
    ['us', false],
    ['XX', false],
    ['toString', false],
    ['', false],
  ])('%s is a country with a numbering plan: %s', (text, expected) => {
    expect(isCountryCode(text)).toBe(expected);
  });
});
