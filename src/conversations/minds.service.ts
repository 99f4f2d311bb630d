import { Inject, Injectable } from '@nestjs/common';
import type { CallBrief } from '../calls/call-brief.js';
import { LLM, type Llm, type LlmEvent, type LlmMessage, type LlmTool } from '../llm/llm.js';
import type { Mind } from './conversation-ports.js';
import { SETTINGS, type Settings } from '../settings.js';

/** Long enough for what one says in a turn. */
const MOST_TOKENS = 400;

/** Gives each conversation the model that its agent, its organization or the service names. */
@Injectable()
export class Minds {
  constructor(
    @Inject(LLM) private readonly llm: Llm,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  of({ agent }: Pick<CallBrief, 'agent'>): Mind {
    const { llm, settings } = this;
    const { config } = agent;
    return {
      async *answer(
        messages: readonly LlmMessage[],
        tools: readonly LlmTool[],
        signal: AbortSignal,
      ): AsyncIterable<LlmEvent> {
        const endpoint = {
          ...settings.llm,
          model: config.model ?? settings.llm.model,
          isUserSupplied: false,
        };
        const { temperature } = config;
        yield* llm.stream({ endpoint, messages, tools, temperature, maxTokens: MOST_TOKENS }, signal);
      },
    };
  }
}
