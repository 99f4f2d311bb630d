import { Column, Entity } from 'typeorm';
import { BelongsTo, Jsonb, OrganizationKey } from '../database/columns.decorator.js';
import { ContactImport } from './contact-import.entity.js';
import type { FileRow } from './import-plan.js';

/** Rows of a file that are still to be worked through; gone as soon as they are. */
@Entity('contact_import_chunks')
@BelongsTo(() => ContactImport, 'importId', 'contact_import_chunks_import_id_fkey', 'CASCADE')
export class ContactImportChunk {
  @OrganizationKey() organizationId: string;
  @Column({ type: 'uuid', primary: true }) importId: string;
  @Column({ type: 'integer', primary: true }) position: number;
  @Jsonb() rows: FileRow[];
}
