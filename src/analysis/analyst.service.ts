import { Inject, Injectable } from '@nestjs/common';
import type { AgentConfig } from '../agents/agent-config.js';
import { LLM, type Llm, type LlmCompletion, type LlmEndpoint, type LlmMessage } from '../llm/llm.js';
import { readAnswer, type Analysis } from './analysis-answer.js';
import { analysisPrompt, repairPrompt } from './analysis-prompt.js';
import { ANALYSIS_SCHEMA_NAME, analysisSchema } from './analysis-schema.js';
import type { Findings } from './analysis.presenter.js';
import { extractionProblems, judgeExtractions, type ExtractionResult } from './extraction-results.js';
import type { Line } from './transcript-lines.js';

/** Of one answer, thoughts included. */
const MOST_TOKENS = 8_000;

/** The model answered, twice, and no answer can be used. Asking again would cost and change little. */
export class UnusableAnswer extends Error {}

export interface Case {
  config: AgentConfig;
  agentVersion: number;
  endpoint: LlmEndpoint;
  lines: readonly Line[];
}

interface Attempt {
  content: string;
  model: string;
  analysis: Analysis | null;
  extractions: Record<string, ExtractionResult>;
  problems: string[];
}

/** Has a model conclude what a call was about, and lets no answer through that is not in order. */
@Injectable()
export class Analyst {
  constructor(@Inject(LLM) private readonly llm: Llm) {}

  /** One question, and one more where the answer has faults. @throws LlmFailure, UnusableAnswer */
  async examine(subject: Case, signal: AbortSignal): Promise<Findings> {
    const messages = analysisPrompt(subject.config, subject.lines);
    const first = await this.ask(subject, messages, signal);
    if (first.problems.length === 0) return findings(first, subject);
    const second = await this.ask(subject, repairPrompt(messages, first.content, first.problems), signal);
    // What is in order but for an extraction is kept with what is wrong with that.
    return findings(second.analysis || !first.analysis ? second : first, subject);
  }

  private async ask(subject: Case, messages: LlmMessage[], signal: AbortSignal): Promise<Attempt> {
    const { config, endpoint } = subject;
    const answer = await this.llm.completeJson(
      {
        endpoint,
        messages,
        temperature: 0,
        maxTokens: MOST_TOKENS,
        schema: { name: ANALYSIS_SCHEMA_NAME, schema: analysisSchema(config) },
      },
      signal,
    );
    return judge(answer, subject);
  }
}

function judge({ content, model, reason }: LlmCompletion, { config, agentVersion }: Case): Attempt {
  const nothing = { content, model, analysis: null, extractions: {} };
  if (reason === 'length') return { ...nothing, problems: ['It was cut off: make it shorter.'] };
  const { analysis, problems } = readAnswer(content, config);
  if (!analysis) return { ...nothing, problems };
  const now = new Date();
  const extractions = judgeExtractions(config.extractions, analysis.extractions, { agentVersion, now });
  return { content, model, analysis, extractions, problems: extractionProblems(extractions) };
}

function findings({ analysis, extractions, model, problems }: Attempt, { lines }: Case): Findings {
  if (!analysis) throw new UnusableAnswer(`The model gave no usable answer: ${problems[0]}`);
  return { analysis, extractions, model, lines };
}
