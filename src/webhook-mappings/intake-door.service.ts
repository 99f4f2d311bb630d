import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Forbidden } from '../common/app-error.js';
import { rateLimitHeaders, RateLimiter } from '../rate-limit/rate-limiter.service.js';
import { SETTINGS, type Settings } from '../settings.js';
import { postedBody, type IncomingIntake } from './incoming-intake.js';
import { readIntake } from './intake-body.client.js';
import type { GuardedIntake } from './intake.guard.js';

/** What stands between an authenticated request and its mapping, in this order: scope, rate, body. */
@Injectable()
export class IntakeDoor {
  constructor(
    private readonly limiter: RateLimiter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws Forbidden 403, AppError 429, 413 and 400, UnsupportedMediaType 415 */
  async admit({ intake, read }: GuardedIntake, request: Request, response: Response): Promise<void> {
    if (!intake.caller.scopes.includes('intake:write'))
      throw new Forbidden('insufficient_scope', 'Insufficient scope');
    await this.count(intake, response);
    const { contentType, bytes, payload } = read ?? (await readIntake(request));
    intake.body = postedBody(contentType, bytes, payload);
  }

  private async count({ mappingId }: IncomingIntake, response: Response): Promise<void> {
    const limit = this.settings.rateLimits.intake;
    if (limit > 0) {
      const allowance = await this.limiter.take(`intake:${mappingId}`, limit);
      response.set(rateLimitHeaders(allowance));
    }
  }
}
