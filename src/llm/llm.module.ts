import { Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../settings.js';
import { LLM } from './llm.js';
import { ModelChoice } from './model-choice.service.js';
import { OpenAiLlm } from './openai-llm.client.js';

/** Provides the one client of language models under `LLM`. */
@Global()
@Module({
  providers: [
    ModelChoice,
    {
      provide: LLM,
      useFactory: ({ allowPrivateTargets, llmTimings }: Settings) =>
        new OpenAiLlm({ allowPrivateTargets, timings: llmTimings }),
      inject: [SETTINGS],
    },
  ],
  exports: [LLM, ModelChoice],
})
export class LlmModule {}
