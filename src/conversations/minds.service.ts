import { Inject, Injectable } from '@nestjs/common';
import type { CallBrief } from '../calls/call-brief.js';
import { LLM, type Llm, type LlmEndpoint, type LlmEvent, type LlmMessage, type LlmTool } from '../llm/llm.js';
import { ModelChoice } from '../llm/model-choice.service.js';
import type { Mind } from './conversation-ports.js';

/** Long enough for what one says in a turn. */
const MOST_TOKENS = 400;

/** Gives each conversation the model that its agent, its organization or the service names. */
@Injectable()
export class Minds {
  constructor(
    @Inject(LLM) private readonly llm: Llm,
    private readonly models: ModelChoice,
  ) {}

  of({ org, agent }: Pick<CallBrief, 'org' | 'agent'>): Mind {
    const { llm, models } = this;
    const { config } = agent;
    let endpoint: LlmEndpoint | undefined;
    return {
      async *answer(
        messages: readonly LlmMessage[],
        tools: readonly LlmTool[],
        signal: AbortSignal,
      ): AsyncIterable<LlmEvent> {
        endpoint ??= await models.endpointFor(org, config.model);
        const { temperature } = config;
        yield* llm.stream({ endpoint, messages, tools, temperature, maxTokens: MOST_TOKENS }, signal);
      },
    };
  }
}
