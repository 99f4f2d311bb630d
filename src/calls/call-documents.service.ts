import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { sql } from '../database/sql.client.js';
import { CARRIER, type CallDocument, type Carrier } from '../telephony/carrier.js';
import { callbackPath, type CallbackTarget } from './callback-path.js';
import type { HeldCall } from './call-records.repository.js';
import { isFinal } from './call-status.js';
import { renderGreeting } from './render-greeting.js';

/** Silence that an answering machine's detection is given when everything was said before it could decide. */
const DETECTION_SECONDS = 4;

interface Variables {
  contact: Record<string, unknown> | null;
  contactVariables: Record<string, unknown> | null;
  callVariables: Record<string, unknown>;
}

/** What the carrier is to do with an answered call. */
@Injectable()
export class CallDocuments {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(CARRIER) private readonly carrier: Carrier,
  ) {}

  /**
   * Somebody answered. This is where the conversation begins: for now the agent greets and hangs up. A call whose
   * record is closed, or that somebody wants to end, is hung up.
   */
  async onAnswer(call: HeldCall, target: CallbackTarget): Promise<CallDocument> {
    const { row, config } = call;
    if (isFinal(row.status) || row.endRequestedAt) return this.carrier.renderHangUp();
    const text = renderGreeting(config.greeting, await this.variables(call));
    const { language, voice } = config;
    const speech = { text, language, ...(voice !== null && { voice }) };
    return this.carrier.renderSay(speech, callbackPath(target, 'spoken'));
  }

  /** The greeting was heard to its end. */
  async onSpoken({ row }: HeldCall): Promise<CallDocument> {
    const [known] = await sql(
      this.db,
      `SELECT 1 FROM call_events WHERE organization_id = $1 AND call_id = $2 AND kind = 'voicemail'`,
      [row.organizationId, row.id],
    );
    return this.carrier.renderHangUp(known ? 0 : DETECTION_SECONDS);
  }

  /** The contact's own fields and variables, and over them those of the call. */
  private async variables({ row }: HeldCall): Promise<Record<string, unknown>> {
    const [found] = await sql<Variables>(
      this.db,
      `SELECT jsonb_build_object('first_name', contact.first_name, 'last_name', contact.last_name,
                'company', contact.company, 'email', contact.email, 'phone', call.phone_number) AS contact,
              contact.variables AS "contactVariables", details.variables AS "callVariables"
         FROM calls call
         JOIN call_details details ON details.organization_id = call.organization_id AND details.call_id = call.id
         LEFT JOIN contacts contact ON contact.organization_id = call.organization_id AND contact.id = call.contact_id
        WHERE call.organization_id = $1 AND call.id = $2`,
      [row.organizationId, row.id],
    );
    return { ...found?.contact, ...found?.contactVariables, ...found?.callVariables };
  }
}
