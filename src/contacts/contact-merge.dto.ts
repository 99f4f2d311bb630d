import { Field } from '../common/field.decorator.js';
import { type Reading, readOneOf, readUuid } from '../common/readings.js';
import { MERGED_FIELD_NAMES, type MergedField } from './merge-contacts.js';

/** Fields of a list, each once. */
function readMergedFields(raw: unknown): Reading<MergedField[]> {
  const readField = readOneOf(MERGED_FIELD_NAMES);
  const fields = (Array.isArray(raw) ? raw : [null]).map(readField);
  const values = fields.flatMap((field) => ('value' in field ? [field.value] : []));
  return values.length === fields.length
    ? { value: [...new Set(values)] }
    : { issue: `must be a list of any of ${MERGED_FIELD_NAMES.join(', ')}` };
}

/** Two contacts that are the same person. */
export class MergeContactDto {
  /** The contact that goes: its calls, intakes, tags and variables go over to the one that stays. */
  @Field(readUuid, { format: 'uuid', example: '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e' })
  contact_id: string;

  /**
   * Fields whose value the contact that stays takes over even where it has one; what it has not, it takes over anyway.
   * `crm_id` takes `crm_source` along.
   * @example ["email"]
   */
  @Field(readMergedFields, { enum: MERGED_FIELD_NAMES, isArray: true, uniqueItems: true }, { optional: true })
  take?: MergedField[];
}
