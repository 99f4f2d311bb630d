import { Inject, Injectable } from '@nestjs/common';
import type { ModelTested } from '../../views/auth/organization.js';
import type { OrganizationId } from '../auth/principal.js';
import { SecretUnreadable } from '../common/secret-box.service.js';
import { LLM, type Llm, type LlmEndpoint, type LlmEvent, LlmFailure } from '../llm/llm.js';
import { ModelChoice } from '../llm/model-choice.service.js';
import { wordOfFailure } from './model-test-words.js';

/** How long somebody waits in front of the page, in ms. */
const PATIENCE = 20_000;

const QUESTION = {
  messages: [{ role: 'user', content: 'Reply with the one word OK.' }],
  // One word ends by itself. Models that think before they speak refuse a limit that their thoughts do not fit in.
  maxTokens: 256,
} as const;

/** Whether an organization's agents have a model that answers. */
@Injectable()
export class ModelTest {
  constructor(
    private readonly choice: ModelChoice,
    @Inject(LLM) private readonly llm: Llm,
  ) {}

  /** Asks the model that is saved, the way calls do. */
  async test(org: OrganizationId): Promise<ModelTested> {
    try {
      return await this.asked(await this.choice.endpointFor(org, null));
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      return { works: false, word: 'The kept key cannot be read', detail: 'Fill it in again and save it.' };
    }
  }

  private async asked(endpoint: LlmEndpoint): Promise<ModelTested> {
    const started = performance.now();
    try {
      const model = await this.answerer(endpoint);
      return { works: true, model, ms: Math.round(performance.now() - started) };
    } catch (error) {
      if (!(error instanceof LlmFailure)) throw error;
      return { works: false, word: wordOfFailure(error.kind, endpoint), detail: detailOf(error, endpoint) };
    }
  }

  /** The model that answered, as its server names it. @throws LlmFailure */
  private async answerer(endpoint: LlmEndpoint): Promise<string> {
    const events: LlmEvent[] = [];
    const answer = this.llm.stream({ endpoint, ...QUESTION }, AbortSignal.timeout(PATIENCE));
    for await (const event of answer) events.push(event);
    const end = events.at(-1);
    const isSilent = events.length === 1 && end?.type === 'end' && end.reason === 'stop';
    if (isSilent) throw new LlmFailure('bad-answer', 'The model ended its answer without a word', true);
    return (end?.type === 'end' ? end.model : null) ?? endpoint.model;
  }
}

/** Where the model of the installation stands is not for its organizations. */
const detailOf = ({ kind, message }: LlmFailure, { isUserSupplied }: LlmEndpoint): string => {
  if (kind === 'aborted') return `It was waited for ${PATIENCE / 1_000} seconds.`;
  return isUserSupplied ? `${message}.` : 'Whoever runs this installation can fix it.';
};
