import { Check, Entity } from 'typeorm';
import { Bool, Bytes, CreatedAt, Id, Instant, Int, Text, TextArray } from '../database/columns.decorator.js';

/** A customer of the platform; every other row belongs to one. */
@Entity('organizations')
@Check('organizations_name_check', `length(name) BETWEEN 1 AND 200`)
@Check('organizations_max_concurrent_calls_check', `max_concurrent_calls >= 0`)
@Check('organizations_recording_link_hours_check', `recording_link_hours > 0`)
export class Organization {
  @Id() id: string;
  @Text() name: string;

  /** ISO 3166-1 alpha-2; phone numbers without a country code are read as numbers of this country. */
  @Text({ default: 'US' }) defaultCountry: string;

  /** Countries that may be dialled. */
  @TextArray({ default: () => "'{US,CA}'" }) allowedCountries: string[];

  /** true: a call to a number that is no contact yet is refused instead of making a minimal contact. */
  @Bool({ default: false }) requireExistingContact: boolean;

  /** Live calls at once, over all replicas. */
  @Int({ default: 10 }) maxConcurrentCalls: number;

  /** Of a chat-completions server, without a slash at the end; null: the service's. */
  @Text({ nullable: true }) llmBaseUrl: string | null;

  /** null: the service's. */
  @Text({ nullable: true }) llmModel: string | null;

  /** Its secret, encrypted. */
  @Bytes({ nullable: true }) llmApiKeySealed: Buffer | null;

  /** What may be shown of it. */
  @Text({ nullable: true }) llmApiKeyLastFour: string | null;

  /** Part of every link to a recording: raising it makes all that were given out void. */
  @Int({ default: 0 }) recordingLinkEpoch: number;

  /** Hours after a call's end that the link to its recording is good for; null for as long as the recording is kept. */
  @Int({ nullable: true }) recordingLinkHours: number | null;

  /** The first steps on the home page were put away. */
  @Instant({ nullable: true }) firstStepsDismissedAt: Date | null;

  @CreatedAt() createdAt: Date;
  @Instant({ default: () => 'now()' }) updatedAt: Date;
}
