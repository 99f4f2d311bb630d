import { Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiHeader,
  ApiOkResponse,
  ApiQuery,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AcceptsIdempotencyKey } from '../idempotency/write.interceptor.js';
import { idempotentRequest, type IdempotentRequest } from '../idempotency/idempotency-key.js';
import type { IncomingIntake } from './incoming-intake.js';
import { IntakeAnswer } from './intake.dto.js';
import { IntakeDoor } from './intake-door.service.js';
import { type GuardedIntake, IntakeGuard } from './intake.guard.js';
import { type IntakeReply, Intakes } from './intakes.service.js';

const PATH = '/api/contacts/flex';

const UUID = { type: 'string', format: 'uuid' };
const ANY_PAYLOAD = {
  type: 'object',
  additionalProperties: true,
  example: { firstName: 'Ada', phone: '(312) 555-0100' },
};

@ApiTags('Contact intake')
@ApiSecurity('api_key', [])
@ApiSecurity('organization_id', [])
@Controller(PATH)
export class IntakeController {
  constructor(
    private readonly door: IntakeDoor,
    private readonly intakes: Intakes,
  ) {}

  /**
   * Post a contact to a mapping's address.
   *
   * The body has the names of the sender; the mapping says what becomes of them. The three authentication values may
   * each be sent as a header, in the query or as a field of the body; the first of these places that has it wins.
   */
  @Post()
  @UseGuards(IntakeGuard)
  @AcceptsIdempotencyKey()
  @ApiHeader({ name: 'x-map-id', required: false, description: 'The mapping.', schema: UUID })
  @ApiQuery({ name: 'orgId', required: false, description: 'Instead of the header.', schema: UUID })
  @ApiQuery({ name: 'apiKey', required: false, description: 'Instead of the header.', type: String })
  @ApiQuery({ name: 'mapId', required: false, description: 'Instead of the header.', schema: UUID })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data')
  @ApiBody({ schema: ANY_PAYLOAD })
  @ApiCreatedResponse({ type: IntakeAnswer, description: 'The contact was created.' })
  @ApiOkResponse({ type: IntakeAnswer, description: 'There was a contact with this number already.' })
  async take(@Req() request: Request, @Res() response: Response): Promise<void> {
    const guarded = guardedIntake(request);
    const reply = await this.intakes.loggingRefusals(guarded.intake, async () => {
      await this.door.admit(guarded, request, response);
      return this.intakes.take(guarded.intake, once(guarded.intake, request));
    });
    answer(response, reply);
  }
}

function guardedIntake(request: Request): GuardedIntake {
  const { guarded } = request;
  if (!guarded) {
    throw new Error('the intake was reached without its guard');
  }
  // Only now: the API's own limits and body reader look at every request that has a principal.
  request.principal = guarded.intake.caller;
  return guarded;
}

/** The same address with another mapping, or the same request with a new key in its body, is what it is. */
function once(
  { organizationId, mappingId, body }: IncomingIntake,
  request: Request,
): IdempotentRequest | null {
  return idempotentRequest({
    organizationId,
    mappingId,
    method: 'POST',
    path: PATH,
    key: request.headers['idempotency-key'],
    body: Buffer.from(body?.text ?? ''),
  });
}

/** Written here: Express would hash every answer for an ETag that nobody asks for. */
function answer(response: Response, { status, headers, body }: IntakeReply): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
