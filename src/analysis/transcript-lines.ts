/** What an analysis reads of an utterance of `transcript_formatted`. */
export interface Line {
  index: number;
  speaker: string;
  text: string;
}

/** Of one utterance, and of all together, in characters: some 15,000 tokens. */
const LONGEST_LINE = 4_000;
const LONGEST_TRANSCRIPT = 60_000;
/** How much of a transcript that is too long is kept of its beginning; how a call ended says more. */
const BEGINNING = 0.3;

/** The utterances of a stored transcript in which something was said. */
export function linesOf(transcript: readonly unknown[]): Line[] {
  return transcript.flatMap((entry, place) => {
    const { index, speaker, text } = entry as { index?: unknown; speaker?: unknown; text?: unknown };
    if (typeof text !== 'string' || text.trim() === '') return [];
    return [
      {
        index: typeof index === 'number' ? index : place,
        speaker: typeof speaker === 'string' ? speaker : 'unknown',
        text: text.replace(/\s+/g, ' ').trim(),
      },
    ];
  });
}

/** One line an utterance, numbered. What does not fit is left out of the middle, and a line says so. */
export function writeLines(lines: readonly Line[], limit = LONGEST_TRANSCRIPT): string {
  const written = lines.map(writeLine);
  const sizes = written.map(({ length }) => length + 1);
  if (sum(sizes) <= limit) return written.join('\n');
  const head = fitting(sizes, limit * BEGINNING);
  const tail = fitting(sizes.slice(head).toReversed(), limit * (1 - BEGINNING));
  const left = written.length - head - tail;
  return [
    ...written.slice(0, head),
    `[… ${left} lines left out …]`,
    ...written.slice(written.length - tail),
  ].join('\n');
}

const SPEAKERS: Readonly<Record<string, string>> = {
  agent: 'Agent',
  customer: 'Customer',
  transfer_target: 'Colleague',
};

function writeLine({ index, speaker, text }: Line): string {
  const short = text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)} […]` : text;
  return `[${index}] ${SPEAKERS[speaker] ?? 'Unknown'}: ${short}`;
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

/** How many fit, in their order. */
function fitting(sizes: readonly number[], room: number): number {
  let used = 0;
  const first = sizes.findIndex((size) => (used += size) > room);
  return first === -1 ? sizes.length : first;
}
