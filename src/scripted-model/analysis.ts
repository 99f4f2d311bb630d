import { emailIn, gistOf, likeness, sentencesOf } from './words.js';

type Schema = Record<string, unknown>;

interface Line {
  index: number;
  speaker: string;
  text: string;
}

/** The transcript as an analysis has it before itself: `[3] Customer: text`. */
const linesOf = (text: string): Line[] =>
  [...text.matchAll(/^\[(\d+)\] ([A-Za-z ]+): (.*)$/gm)].map(([, index, speaker = '', said = '']) => ({
    index: Number(index),
    speaker,
    text: said,
  }));

const POSITIVE = /\b(thank|thanks|great|perfect|good|works|fine|yes|happy|love|wonderful)\b/gi;
const NEGATIVE = /\b(no|not interested|stop|annoy\w*|bad|angry|terrible|never|complain\w*|rather)\b/gi;
const AGREES =
  /\b(works (better )?for me|would (work|be good)|sounds (good|fine)|yes,? please|that's right)\b/i;
const OPTS_OUT = /\b(stop calling|do ?n[o']t call|remove me|take me off|unsubscribe)\b/i;
const CALL_BACK = /\bcall (me )?(back|again|later)\b/i;

/** What the transcript tells, read by simple rules. What it does not tell stays unknown. */
class Reading {
  private readonly customer: Line[];
  readonly agreement: Line | undefined;
  readonly optOut: Line | undefined;

  constructor(readonly lines: readonly Line[]) {
    this.customer = lines.filter(({ speaker }) => speaker === 'Customer');
    this.agreement = this.customer.find(({ text }) => AGREES.test(text));
    this.optOut = this.customer.find(({ text }) => OPTS_OUT.test(text));
  }

  get isEmpty(): boolean {
    return this.customer.length === 0;
  }

  get result(): 'success' | 'failure' | 'unknown' {
    if (this.isEmpty) return 'unknown';
    if (this.optOut) return 'failure';
    return this.agreement ? 'success' : 'unknown';
  }

  get mood(): number {
    const text = this.customer.map((line) => line.text).join(' ');
    const good = text.match(POSITIVE)?.length ?? 0;
    const bad = text.match(NEGATIVE)?.length ?? 0;
    return good + bad === 0 ? 0 : Math.round(((good - bad) / (good + bad)) * 100) / 100;
  }

  /** Why they spoke with us, in their own words. */
  get intent(): string | null {
    const telling = this.customer.map(({ text }) => text).find((text) => gistOf(text).size >= 4);
    return telling === undefined ? null : (sentencesOf(telling)[0] ?? null);
  }

  get questions(): string[] {
    return this.customer
      .flatMap(({ text }) => text.match(/[^.!?]+\?/g) ?? [])
      .map((question) => question.trim());
  }

  /** What the customer answered to what is most like it. */
  answerAbout(subject: string): Line | undefined {
    const gist = gistOf(subject);
    const judged = this.customer.map((line) => ({
      line,
      score: likeness(gist, gistOf(this.withQuestion(line))),
    }));
    const best = judged.toSorted((one, other) => other.score - one.score)[0];
    return best && best.score >= 1 ? best.line : undefined;
  }

  wantsCallBack(): boolean {
    return this.customer.some(({ text }) => CALL_BACK.test(text));
  }

  summary(): string {
    if (this.isEmpty) return 'The customer said nothing.';
    const why = this.intent
      ? `The customer said: "${this.intent}"`
      : 'The customer did not say what they were interested in.';
    const end = this.optOut
      ? ' They asked not to be called again.'
      : this.agreement
        ? ` They agreed: "${this.agreement.text}"`
        : ' Nothing was agreed upon.';
    return `${why}${end}`;
  }

  private withQuestion(line: Line): string {
    const before = this.lines[this.lines.indexOf(line) - 1];
    return `${before?.text ?? ''} ${line.text}`;
  }
}

/** An analysis in the form that the schema wants, out of the transcript alone. */
export function analyze(schema: Schema, transcript: string): unknown {
  return valueOf(schema, [], new Reading(linesOf(transcript)));
}

type Rule = (reading: Reading, schema: Schema) => unknown;

/** By the name of a property, wherever it stands. */
const BY_NAME: Record<string, Rule> = {
  summary: (reading) => reading.summary(),
  rationale: (reading) =>
    reading.agreement
      ? `The customer said: "${reading.agreement.text}"`
      : 'Nothing in the transcript shows it.',
  result: (reading) => reading.result,
  label: ({ mood }) => (mood > 0.2 ? 'positive' : mood < -0.2 ? 'negative' : 'neutral'),
  topics: (reading) =>
    reading.questions.slice(0, 3).map((question) => question.replace(/\?$/, '').toLowerCase()),
  intent: (reading) => reading.intent,
  next_steps: (reading) => (reading.agreement ? [`Follow up on: ${reading.agreement.text}`] : []),
  opt_out: (reading) => (reading.isEmpty ? null : reading.optOut !== undefined),
  callback_requested: (reading) => (reading.isEmpty ? null : reading.wantsCallBack()),
  evidence: ({ agreement, optOut }) =>
    [agreement, optOut].flatMap((line) => (line ? [{ quote: line.text, transcript_index: line.index }] : [])),
};

function valueOf(schema: Schema, path: readonly string[], reading: Reading): unknown {
  const name = path.at(-1) ?? '';
  const [group, subject] = path;
  if (group === 'extractions' && subject !== undefined) return extracted(schema, subject, reading);
  if (group === 'criteria' && path.length === 2) return judged(schema, subject ?? '', reading);
  if (name === 'score') return group === 'sentiment' ? reading.mood : scoreOf(reading);
  const rule = BY_NAME[name];
  if (rule) return rule(reading, schema);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  return Object.fromEntries(properties.map(([key, part]) => [key, valueOf(part, [...path, key], reading)]));
}

const scoreOf = ({ result }: Reading): number | null =>
  ({ success: 0.9, failure: 0.1, unknown: null })[result];

/** Met, where the customer said something to it that agrees. */
function judged(schema: Schema, name: string, reading: Reading): object {
  const value = ((schema.properties ?? {}) as Record<string, Schema>).value ?? {};
  const line = reading.answerAbout(`${name.replaceAll('_', ' ')} ${described(value)}`);
  const isMet = line !== undefined && !OPTS_OUT.test(line.text);
  const types = typesOf(value);
  const found = types.has('boolean') ? isMet : types.has('number') ? numberIn(line) : (line?.text ?? null);
  return {
    result: line === undefined ? 'unknown' : isMet ? 'success' : 'failure',
    value: line === undefined ? null : found,
    rationale: line ? `The customer said: "${line.text}"` : null,
  };
}

function extracted(schema: Schema, name: string, reading: Reading): unknown {
  const options = (Array.isArray(schema.anyOf) ? schema.anyOf : [schema]) as Schema[];
  const wanted = options.find(({ type }) => type !== 'null') ?? {};
  const subject = `${name.replaceAll('_', ' ')} ${described(schema)}`;
  if (/e-?mail/i.test(subject))
    return reading.lines.map(({ text }) => emailIn(text)).find((mail) => mail) ?? null;
  const line = reading.answerAbout(subject);
  return line === undefined ? null : shaped(wanted, line);
}

/** A line as the schema wants it; null where it does not fit. */
function shaped(schema: Schema, line: Line): unknown {
  if (Array.isArray(schema.enum))
    return schema.enum.find((one) => line.text.toLowerCase().includes(String(one).toLowerCase())) ?? null;
  const types = typesOf(schema);
  if (types.has('boolean')) return AGREES.test(line.text) || /\byes\b/i.test(line.text);
  if (types.has('integer') || types.has('number')) return numberIn(line);
  return types.has('string') ? (sentencesOf(line.text)[0] ?? null) : null;
}

const typesOf = ({ type }: Schema): Set<unknown> => new Set([type].flat());
const described = ({ description }: Schema): string => (typeof description === 'string' ? description : '');

const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const OTHER_NUMBERS: Record<string, number> = {
  dozen: 12,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  hundred: 100,
};

function numberIn(line: Line | undefined): number | null {
  const digits = /\d+(?:\.\d+)?/.exec(line?.text ?? '')?.[0];
  if (digits !== undefined) return Number(digits);
  const words = line?.text.toLowerCase().match(/[a-z]+/g) ?? [];
  const found = words
    .map((word) => OTHER_NUMBERS[word] ?? NUMBERS.indexOf(word))
    .find((number) => number > 0);
  return found ?? null;
}
