import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../settings.js';
import { IntakeKeys } from './intake-keys.service.js';
import { intakeEndpoint } from './mapping-address.js';
import type { MappingRow } from './webhook-mapping.presenter.js';

const TIMEOUT_MS = 10_000;

/** As much of an answer as anybody reads. */
const MOST_CHARACTERS = 10_000;

/** What the address of a mapping answered to a request, or why there was no answer. */
export type Probed =
  { status: number; body: string; milliseconds: number } | { failure: string; milliseconds: number };

/** Posts to a mapping's address over the network, by the way that its senders take: the public name, TLS, proxies. */
@Injectable()
export class IntakeProbe {
  constructor(
    private readonly keys: IntakeKeys,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async post(mapping: MappingRow, body: string): Promise<Probed> {
    const { organizationId, id } = mapping;
    const begun = performance.now();
    const took = () => Math.round(performance.now() - begun);
    try {
      const answer = await fetch(intakeEndpoint(this.settings.publicBaseUrl()), {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'content-type': 'application/json',
          'x-org-id': organizationId,
          'x-map-id': id,
          'x-api-key': this.keys.textOf(organizationId, mapping),
        },
        body,
      });
      const text = await answer.text();
      return { status: answer.status, body: text.slice(0, MOST_CHARACTERS), milliseconds: took() };
    } catch (error) {
      return { failure: failureOf(error), milliseconds: took() };
    }
  }
}

/** `fetch failed` says nothing; its cause does. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1_000} seconds`;
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
