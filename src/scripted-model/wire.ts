import type { Reply } from './reply.js';

/** Pieces in which a text is sent: words with the space before them, as most models' tokens are. */
export const tokensOf = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];

export interface AnswerHead {
  id: string;
  created: number;
  model: string;
}

export const usageOf = (prompt: string, reply: Reply) => {
  const promptTokens = Math.ceil(prompt.length / 4);
  const said = reply.text + reply.toolCalls.map((call) => call.name + call.arguments).join('');
  const completionTokens = Math.ceil(said.length / 4);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
};

/** One chunk of a streamed answer. */
export const chunk = (head: AnswerHead, delta: object, finish: string | null = null) => ({
  ...head,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  usage: null,
});

/** Tool calls as deltas: name first, then the arguments, in pieces of so many characters (0: in one). */
export function toolDeltas(reply: Reply, ids: readonly string[], pieceLength: number): object[] {
  return reply.toolCalls.flatMap((call, index) => {
    const head = { index, id: ids[index], type: 'function', function: { name: call.name, arguments: '' } };
    const pieces = piecesOf(call.arguments, pieceLength || call.arguments.length || 1);
    const rest = pieces.map((piece) => ({ index, function: { arguments: piece } }));
    return [head, ...rest].map((part) => ({ tool_calls: [part] }));
  });
}

const piecesOf = (text: string, length: number): string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
    text.slice(at * length, (at + 1) * length),
  );

/** A whole answer at once. */
export const completion = (head: AnswerHead, reply: Reply, ids: readonly string[], usage: object | null) => ({
  ...head,
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: reply.text || null,
        refusal: null,
        ...(reply.toolCalls.length > 0 && {
          tool_calls: reply.toolCalls.map((call, index) => ({
            id: ids[index],
            type: 'function',
            function: call,
          })),
        }),
      },
      finish_reason: finishOf(reply),
    },
  ],
  ...(usage && { usage }),
});

export const finishOf = (reply: Reply): string => (reply.toolCalls.length > 0 ? 'tool_calls' : 'stop');

/** The error body of the protocol. */
export const errorBody = (
  message: string,
  type: string,
  param: string | null = null,
  code: string | null = null,
) => ({
  error: { message, type, param, code },
});
