import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { HttpTool } from '../agents/agent-config.js';
import type { ActionExecution } from '../calls/action-execution.entity.js';
import { ActionExecutions } from '../calls/action-executions.service.js';
import { redactSecrets } from '../common/redact-secrets.js';
import { SafeHttpClient, type SafeHttpResult } from '../common/safe-http.client.js';
import { organizationSecrets, webhookHeaders } from '../common/signing.js';
import { Transactions } from '../database/transactions.service.js';
import { SETTINGS, type Settings } from '../settings.js';
import { parsed, sameCallKey, type ToolArguments } from './tool-arguments.js';
import type { ToolCallPlace } from './tool-call-place.js';
import { failed, succeeded, type ToolOutcome } from './tool-outcome.js';

/** Longest answer that the model is told, in bytes. */
const LONGEST_ANSWER = 16 * 1024;

/**
 * Tools that are other systems. The row of the request is committed before it goes out, and its id is the request's
 * `webhook-id`: whoever gets one twice can tell. In one call the same request succeeds once.
 */
@Injectable()
export class HttpTools implements OnApplicationShutdown {
  private readonly client: SafeHttpClient;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly transactions: Transactions,
    private readonly actions: ActionExecutions,
  ) {
    this.client = new SafeHttpClient({ allowPrivateTargets: settings.allowPrivateTargets });
  }

  async run(tool: HttpTool, args: ToolArguments, place: ToolCallPlace): Promise<ToolOutcome> {
    const action = await this.transactions.run((tx) =>
      this.actions.begin(tx, place.org, {
        ...place.at,
        callId: place.callId,
        name: tool.name,
        type: 'http_request',
        trigger: 'in_call',
        request: { url: redactedUrl(tool.url), arguments: redactSecrets(args) },
        idempotencyKey: sameCallKey(tool.name, args),
        startedAt: new Date(),
      }),
    );
    if (action.status === 'succeeded') return { ...succeeded(bodyOf(action)), isRepetition: true };
    const { outcome, response } = judge(await this.send(tool, args, place, action.id));
    const status = outcome.status === 'succeeded' ? 'succeeded' : 'failed';
    const end = { status, response, error: outcome.error, completedAt: new Date() } as const;
    await this.transactions.run((tx) => this.actions.end(tx, place.org, action, end));
    return outcome;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  private send(
    tool: HttpTool,
    args: ToolArguments,
    place: ToolCallPlace,
    id: string,
  ): Promise<SafeHttpResult> {
    const { callId, callType, customerNumber, contactId, agentId } = place;
    const call = {
      id: callId,
      type: callType,
      phone_number: customerNumber,
      contact_id: contactId,
      agent_id: agentId,
    };
    const body = JSON.stringify({ tool: tool.name, arguments: args, call });
    const secrets = organizationSecrets(this.settings.secretKeys, place.org);
    return this.client.send({
      method: 'POST',
      url: tool.url,
      headers: {
        'content-type': 'application/json',
        ...webhookHeaders({ id, timestamp: new Date(), body }, secrets),
      },
      body,
      timeoutMs: tool.timeoutSeconds * 1_000,
      maxBodyBytes: LONGEST_ANSWER,
    });
  }
}

interface KeptResponse {
  status: number;
  body: unknown;
  truncated: boolean;
}

/** What the model is told, and what is kept. */
function judge(result: SafeHttpResult): { outcome: ToolOutcome; response: KeptResponse | null } {
  if (!result.ok) {
    return {
      outcome: failed(result.message, result.error === 'timeout' ? 'timeout' : 'failed'),
      response: null,
    };
  }
  const { status, truncated } = result;
  const body = redactSecrets(parsed(result.body));
  const isGood = status >= 200 && status < 300;
  const outcome = isGood ? succeeded(body) : failed(`The other system answered ${status}`);
  return { outcome, response: { status, body, truncated } };
}

const bodyOf = ({ response }: ActionExecution): unknown => (response as KeptResponse | null)?.body ?? null;

/** Without its query, which may hold a secret. */
const redactedUrl = (url: string): string => {
  const parts = URL.canParse(url) ? new URL(url) : null;
  return parts ? parts.origin + parts.pathname : '';
};
