import { Logger } from '@nestjs/common';
import { storable } from '../common/redact-secrets.js';
import type { LlmTool, LlmToolCall } from '../llm/llm.js';
import type { ContactTools } from './contact-tools.service.js';
import type { HttpTools } from './http-tools.client.js';
import { readArguments, sameCallKey, type ToolArguments } from './tool-arguments.js';
import type { ToolBox, ToolMoment, ToolResult } from './tool-box.js';
import type { ToolBrief } from './tool-boxes.service.js';
import { toolsOf } from './tool-definitions.js';
import { failed, resultOf, succeeded, type ToolOutcome } from './tool-outcome.js';

const DIGITS = /^[0-9*#w]{1,32}$/;

/** The tools of one call. A request that is under way when the customer interrupts goes on, and is asked once. */
export class CallToolBox implements ToolBox {
  private readonly logger = new Logger('Tools');
  private readonly offered: LlmTool[];
  private readonly running = new Map<string, Promise<ToolOutcome>>();

  constructor(
    private readonly brief: ToolBrief,
    private readonly contactTools: ContactTools,
    private readonly httpTools: HttpTools,
  ) {
    this.offered = toolsOf({
      config: brief.agent.config,
      hasContact: brief.contact !== null,
      hasCustomerNumber: brief.customerNumber !== null,
    });
  }

  tools(): LlmTool[] {
    return this.offered;
  }

  async run(call: LlmToolCall, at: ToolMoment, signal: AbortSignal): Promise<ToolResult> {
    const startedAt = new Date();
    const isHttp = this.brief.agent.config.httpTools.some(({ name }) => name === call.name);
    const attempt = this.attempt(call, at);
    // Our own rows are written in a moment: what became of them is known.
    const outcome = await (isHttp ? Promise.race([attempt, calledOff(signal)]) : attempt);
    const source = isHttp ? 'http' : 'builtin';
    return resultOf({ ...call, source }, outcome, { ...at, startedAt, endedAt: new Date() });
  }

  private async attempt(call: LlmToolCall, at: ToolMoment): Promise<ToolOutcome> {
    try {
      return await this.outcomeOf(call, at);
    } catch (error) {
      this.logger.error({ err: error, tool: call.name, callId: this.brief.callId }, 'A tool failed');
      return failed('The tool does not work at the moment');
    }
  }

  private async outcomeOf(call: LlmToolCall, at: ToolMoment): Promise<ToolOutcome> {
    const tool = this.offered.find(({ name }) => name === call.name);
    if (!tool) return failed(`There is no tool ${call.name.slice(0, 64)}`);
    const args = readArguments(tool, call.arguments);
    if ('problem' in args) return failed(args.problem);
    return this.once(call, args.value, at);
  }

  /** Joins the same call where it is under way. */
  private async once(call: LlmToolCall, args: ToolArguments, at: ToolMoment): Promise<ToolOutcome> {
    const key = sameCallKey(call.name, args);
    const known = this.running.get(key);
    if (known) return known;
    const run = this.act(call, args, at).finally(() => this.running.delete(key));
    this.running.set(key, run);
    return run;
  }

  private async act(call: LlmToolCall, args: ToolArguments, at: ToolMoment): Promise<ToolOutcome> {
    const place = this.placeOf(call, at);
    switch (call.name) {
      case 'end_call':
        return succeeded('The call ends when your goodbye was heard', { kind: 'end-call' });
      case 'transfer_call':
        return succeeded('The customer is being connected', {
          kind: 'transfer',
          destination: String(args.destination),
        });
      case 'send_dtmf':
        return sendDigits(String(args.digits));
      case 'update_contact':
      case 'add_tag':
      case 'opt_out':
        return this.contactTools.run(call.name, args, place);
      default:
        return this.askOther(call.name, args, place);
    }
  }

  private async askOther(
    name: string,
    args: ToolArguments,
    place: Parameters<HttpTools['run']>[2],
  ): Promise<ToolOutcome> {
    const tool = this.brief.agent.config.httpTools.find((one) => one.name === name);
    return tool ? this.httpTools.run(tool, args, place) : failed(`There is no tool ${name}`);
  }

  private placeOf(call: LlmToolCall, { turn, offsetMs }: ToolMoment) {
    const { org, callId, callType, customerNumber, agent, contact } = this.brief;
    return {
      org,
      callId,
      callType,
      agentId: agent.id,
      contactId: contact?.id ?? null,
      customerNumber,
      at: { toolCallId: storable(call.id.slice(0, 256)), turn, offsetMs },
    };
  }
}

const sendDigits = (digits: string): ToolOutcome =>
  DIGITS.test(digits)
    ? succeeded('The keys are pressed', { kind: 'send-digits', digits })
    : failed('Digits are 1 to 32 of 0-9, *, # and w');

/** The customer interrupted: the conversation goes on without the answer. */
function calledOff(signal: AbortSignal): Promise<ToolOutcome> {
  const outcome = failed('The customer interrupted before the answer came', 'unresolved');
  return new Promise((resolve) => {
    if (signal.aborted) resolve(outcome);
    signal.addEventListener('abort', () => resolve(outcome), { once: true });
  });
}
