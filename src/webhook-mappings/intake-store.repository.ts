import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { fateOf, violates } from '../common/database-errors.js';
import { newId } from '../common/new-id.adapter.js';
import type { ContactPayload } from '../contacts/contact-payload.dto.js';
import { Events } from '../events/events.service.js';
import type { Tx } from '../database/sql.client.js';
import { Pipelines } from '../database/pipelines.client.js';
import { type TextRow, textRows } from '../database/text-rows.client.js';
import { GroupCommit } from './group-commit.js';
import { type MappedIntake, storableRows } from './intake-rows.js';
import { STORE_INTAKES } from './intake-statement.js';
import type { MergeStatus } from './merge-contact.js';

/** What became of a request: the contact as the API shows it. */
export interface StoredIntake {
  status: MergeStatus;
  contact: ContactPayload;
}

/** Of one row in a group, beside its payload. */
const ROW_OVERHEAD_BYTES = 2_000;

/** Where mapped requests become contacts, with their log lines and events. */
@Injectable()
export class IntakeStore {
  private readonly groups = new GroupCommit<MappedIntake, StoredIntake | null>({
    commit: (org, intakes) => this.commitGroup(org, intakes),
    laneOf: ({ intake }) => intake.organizationId,
    keyOf: ({ phone }) => phone,
    sizeOf: ({ intake }) => ROW_OVERHEAD_BYTES + (intake.body?.text.length ?? 0),
    fateOf,
  });

  private readonly pipelines: Pipelines;

  constructor(
    @InjectDataSource() db: DataSource,
    private readonly events: Events,
  ) {
    this.pipelines = new Pipelines(db);
  }

  /**
   * Stores one request, together with others that are under way; resolves once it is committed. Null when nothing was
   * stored because its mapping or its contact has changed, or the contact is that of another request too: look again.
   * @throws Overloaded
   */
  store(intake: MappedIntake): Promise<StoredIntake | null> {
    return this.groups.add(intake);
  }

  /** The same in a group of its own: no other request, however many there are, can go first with its contact. */
  async storeAlone(intake: MappedIntake): Promise<StoredIntake | null> {
    const [stored] = await this.commitGroup(intake.intake.organizationId, [intake]);
    return stored ?? null;
  }

  /** The same in a transaction of the caller's, which is committed by itself. */
  async storeIn(tx: Tx, intake: MappedIntake): Promise<StoredIntake | null> {
    const org = intake.intake.organizationId;
    const [stored] = await this.commit(org, [intake], (values) => textRows(tx, STORE_INTAKES, values));
    this.events.announceAfter(tx, org);
    return stored ?? null;
  }

  private async commitGroup(
    org: OrganizationId,
    intakes: readonly MappedIntake[],
  ): Promise<(StoredIntake | null)[]> {
    const committing = this.commit(org, intakes, (values) =>
      this.pipelines.textRows(org, STORE_INTAKES, values),
    );
    const stored = await committing.catch((error: unknown) => {
      // A merge took the number between the statement's first look and its last: nothing was stored.
      if (violates(error, 'contacts_phone_not_merged')) return intakes.map(() => null);
      throw error;
    });
    this.events.announce(org);
    return stored;
  }

  private async commit(
    org: OrganizationId,
    intakes: readonly MappedIntake[],
    run: (values: unknown[]) => Promise<TextRow[]>,
  ): Promise<(StoredIntake | null)[]> {
    const now = Date.now();
    const rows = storableRows(
      intakes.map((mapped) => ({
        mapped,
        contactId: newId(),
        eventId: newId(),
        durationMs: now - mapped.intake.receivedAt.getTime(),
      })),
    );
    const stored = new Map(
      (await run([org, ...rows])).map(
        ([id, status, contact]) =>
          [
            id,
            { status: status as MergeStatus, contact: JSON.parse(contact ?? '') as ContactPayload },
          ] as const,
      ),
    );
    return intakes.map(({ intake }) => stored.get(intake.id) ?? null);
  }
}
