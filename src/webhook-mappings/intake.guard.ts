import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Authenticator } from '../auth/authenticator.service.js';
import type { Principal } from '../auth/principal.js';
import { AppError, AuthenticationFailed } from '../common/app-error.js';
import { newId } from '../common/new-id.adapter.js';
import { isUuid } from '../common/readings.js';
import type { IncomingIntake } from './incoming-intake.js';
import { readIntake, repeatedFields, type ReadBody } from './intake-body.client.js';
import {
  CREDENTIAL_FIELDS,
  type Credentials,
  credentialsOf,
  isComplete,
  withBody,
} from './intake-credentials.js';
import { LiveMappings } from './live-mappings.service.js';

/** A request that has passed the guard. */
export interface GuardedIntake {
  intake: IncomingIntake;
  /** The body, if the credentials had to be looked for in it. */
  read: ReadBody | null;
}

declare module 'http' {
  interface IncomingMessage {
    /** Set by the guard of the intake. */
    guarded?: GuardedIntake;
  }
}

/**
 * 401 unless organization, key and mapping belong together, always the same. A mapping is looked for only on behalf of a
 * key that may post to it: whoever has none learns nothing of mappings, not by the time it takes either.
 */
@Injectable()
export class IntakeGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly mappings: LiveMappings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const receivedAt = new Date();
    const outside = credentialsOf(request.headers, request.query);
    const read = isComplete(outside) ? null : await this.readForCredentials(request, outside);
    const found = read ? await this.lookInto(read, outside) : outside;
    const { caller, mappingId } = await this.judge(found);
    const { organizationId } = caller;
    const intake = { organizationId, mappingId, id: newId(), receivedAt, caller, body: null, replayOf: null };
    request.principal = caller;
    request.guarded = { intake, read };
    return true;
  }

  /** A key and an organization that came outside the body are judged before it is read. */
  private async readForCredentials(request: Request, outside: Credentials): Promise<ReadBody> {
    const { organizationId, apiKey, mappingId } = outside;
    if (organizationId !== undefined && apiKey !== undefined)
      await this.authenticator.authenticate(organizationId, apiKey);
    if (mappingId !== undefined && !isUuid(mappingId)) throw new AuthenticationFailed();
    try {
      return await readIntake(request);
    } catch (error) {
      // A body that cannot be read holds no credentials.
      throw error instanceof AppError ? new AuthenticationFailed() : error;
    }
  }

  private async lookInto(read: ReadBody, outside: Credentials): Promise<Credentials> {
    const repeated = await repeatedFields(read, CREDENTIAL_FIELDS);
    return withBody(outside, read.payload, repeated);
  }

  private async judge(found: Credentials): Promise<{ caller: Principal; mappingId: string }> {
    const { organizationId, apiKey } = found;
    if (!isUuid(organizationId) || !isUuid(found.mappingId)) throw new AuthenticationFailed();
    const mappingId = found.mappingId.toLowerCase();
    const caller = await this.authenticator.authenticate(organizationId, apiKey);
    if (caller.mappingId !== null && caller.mappingId !== mappingId) throw new AuthenticationFailed();
    const mapping = await this.mappings.find(caller.organizationId, mappingId);
    if (!mapping) throw new AuthenticationFailed();
    return { caller, mappingId };
  }
}
