import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId } from '../auth/principal.js';
import { Refuses } from '../common/refuses.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { AcceptsIdempotencyKey, InTransaction, Writes } from '../idempotency/write.interceptor.js';
import { LimitedAs } from '../rate-limit/rate-limit.guard.js';
import { OutboundCalls } from './outbound-calls.service.js';
import { StartCallDto, StartedCall } from './start-call.dto.js';

const AGENT = '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e';

/** The least that is needed first: it works with the id of any agent that has a number. */
const EXAMPLES = {
  call: { summary: 'Agent and number', value: { agentId: AGENT, phoneNumber: '+15551234567' } },
  context: {
    summary: 'With context for this call',
    value: {
      agentId: AGENT,
      phoneNumber: '+15551234567',
      notes: 'Asked for a demo on our website.',
      variables: { plan: 'Pro' },
      metadata: { deal: '4711' },
    },
  },
};

@ApiTags('Calls')
@Controller('api/agents/call')
@Writes()
export class OutboundCallsController {
  constructor(private readonly calls: OutboundCalls) {}

  /**
   * Start a call. It is accepted once this answers, and dialled at once, at most once; read the call or listen to its
   * events to learn what becomes of it.
   */
  @Post()
  @RequireScope('calls:write')
  @LimitedAs('agentCalls')
  @ApiCreatedResponse({
    type: StartedCall,
    description: 'Accepted; it is being dialled.',
    headers: {
      Location: {
        description: 'Address of the call.',
        schema: { type: 'string', example: '/api/calls/01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e' },
      },
    },
  })
  @AcceptsIdempotencyKey()
  @ApiBody({ type: StartCallDto, examples: EXAMPLES })
  @Refuses(
    [
      400,
      'invalid_request',
      'Invalid phoneNumber',
      'a field is wrong, missing or unknown (`Invalid agentId`, `Invalid notes`, `Unknown field …`); `details` names each',
      [
        {
          field: 'phoneNumber',
          in: 'body',
          issue: 'must be +1 followed by ten digits',
          received: '555-1234',
        },
      ],
    ],
    [404, 'agent_not_found', 'Agent not found', 'the organization has no agent with this id'],
    [
      404,
      'contact_not_found',
      'Contact not found',
      'the organization calls only contacts, and has none with this number',
    ],
    [409, 'agent_inactive', 'Agent is not active', 'an inactive agent places no calls'],
    [
      409,
      'agent_without_number',
      'Agent has no phone number',
      'neither the agent nor the organization has a number to call from',
    ],
    [
      403,
      'destination_not_allowed',
      'Destination not allowed',
      'the number is premium or in a country that the organization does not call',
    ],
    [403, 'recipient_blocked', 'Contact is on the do-not-call list', 'the number must not be called'],
    [
      429,
      'concurrency_limit_reached',
      'Concurrent call limit reached',
      'the organization has as many live calls as it may have',
    ],
  )
  async start(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @Body() dto: StartCallDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StartedCall> {
    const started = await this.calls.start(tx, org, dto);
    response.location(`/api/calls/${started.callId}`);
    return started;
  }
}
