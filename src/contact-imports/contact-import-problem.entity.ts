import { Column, Entity } from 'typeorm';
import { BelongsTo, Bool, OrganizationKey, Text } from '../database/columns.decorator.js';
import { ContactImport } from './contact-import.entity.js';

/** What was wrong with a row of a file; nothing of what stood in it. */
@Entity('contact_import_problems')
@BelongsTo(() => ContactImport, 'importId', 'contact_import_problems_import_id_fkey', 'CASCADE')
export class ContactImportProblem {
  @OrganizationKey() organizationId: string;
  @Column({ type: 'uuid', primary: true }) importId: string;

  /** As a spreadsheet counts: the first row of the file is 1. */
  @Column({ type: 'integer', primary: true }) rowNumber: number;

  /** Tells the problems of one row apart. */
  @Column({ type: 'integer', primary: true }) place: number;

  /** The column's name; null when the row as a whole is wrong. */
  @Text({ nullable: true }) header: string | null;

  @Text() issue: string;

  /** The row made no contact; else it did, without this value. */
  @Bool() isRefused: boolean;
}
