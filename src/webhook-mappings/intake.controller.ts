import { Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AcceptsIdempotencyKey } from '../idempotency/write.interceptor.js';
import { idempotentRequest, type IdempotentRequest } from '../idempotency/idempotency-key.js';
import type { IncomingIntake } from './incoming-intake.js';
import { DescribesIntake } from './intake-document.decorator.js';
import { IntakeDoor } from './intake-door.service.js';
import { type GuardedIntake, IntakeGuard } from './intake.guard.js';
import { type IntakeReply, Intakes } from './intakes.service.js';

const PATH = '/api/contacts/flex';

@ApiTags('Contact intake')
@Controller(PATH)
export class IntakeController {
  constructor(
    private readonly door: IntakeDoor,
    private readonly intakes: Intakes,
  ) {}

  /**
   * Post a contact to a mapping's address.
   *
   * The body has the names of the sender; the mapping says what becomes of them. It is an object of JSON, or a form; at
   * most 256 KB and 32 levels deep. The three authentication values (organization, key, mapping) may each be sent as a
   * header (`x-org-id`, `x-api-key`, `x-map-id`), in the query or as a field of the body (`orgId`, `apiKey`, `mapId`);
   * the first of these places that has it wins. Every authenticated request stands in the mapping's log.
   */
  @Post()
  @UseGuards(IntakeGuard)
  @AcceptsIdempotencyKey()
  @DescribesIntake()
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
  if (!guarded) throw new Error('the intake was reached without its guard');
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
