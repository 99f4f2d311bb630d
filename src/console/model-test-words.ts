import type { LlmEndpoint, LlmFailureKind } from '../llm/llm.js';

const WORDS: Record<LlmFailureKind, string> = {
  aborted: 'The model does not answer in time',
  timeout: 'The model does not answer in time',
  unreachable: 'The language model cannot be reached',
  'forbidden-address': 'The address is refused',
  unauthorized: 'The server refuses the key',
  'not-found': 'The server does not know the model, or the address is wrong',
  'rate-limited': 'The server takes no more requests for now',
  'server-error': 'The server has a fault',
  'bad-request': 'The server refuses the request',
  'bad-answer': 'The answer cannot be used',
};

/** Why a model does not work, to somebody who can change its address, name and key. */
export const wordOfFailure = (kind: LlmFailureKind, { apiKey }: Pick<LlmEndpoint, 'apiKey'>): string =>
  kind === 'unauthorized' && apiKey === null ? 'The server wants a key' : WORDS[kind];
