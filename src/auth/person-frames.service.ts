import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Frame } from '../../views/layouts/frame.js';
import type { ErrorFrames } from '../common/error-frames.js';
import { Form } from './form.js';
import { frameOf } from './page-visit.js';
import { PageVisits } from './page-visits.service.js';
import { Sessions } from './sessions.service.js';

/** Whoever is signed in keeps the navigation when something goes wrong, on whatever page. */
@Injectable()
export class PersonFrames implements ErrorFrames {
  constructor(
    private readonly visits: PageVisits,
    private readonly sessions: Sessions,
  ) {}

  async of(request: Request): Promise<Frame | null> {
    const token = this.visits.cookie(request, 'session');
    const person = token === null ? null : await this.sessions.personOf(token);
    if (token === null || !person) return null;
    const frame = frameOf(await this.visits.visitOf(request, person, token, Form.empty()));
    // A message that waits belongs to the next page; where a form was posted to there is nothing to come back to.
    return { ...frame, message: null, url: request.method === 'GET' ? frame.url : '/settings' };
  }
}
