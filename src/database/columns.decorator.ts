import { Column, ForeignKey, type ColumnOptions } from 'typeorm';

/** `timestamptz(3)`: instants are stored as precisely as the API shows them, so that what is compared equals what is shown. */
export const Instant = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'timestamptz', precision: 3, ...options });

/** `created_at`, set by the database. */
export const CreatedAt = (): PropertyDecorator => Instant({ default: () => 'now()' });

export const Uuid = (options: ColumnOptions = {}): PropertyDecorator => Column({ type: 'uuid', ...options });
export const Text = (options: ColumnOptions = {}): PropertyDecorator => Column({ type: 'text', ...options });
export const Int = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'integer', ...options });
export const Bool = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'boolean', ...options });
export const Jsonb = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'jsonb', ...options });
export const Bytes = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'bytea', ...options });

/** A list of texts, empty by default. */
export const TextArray = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ type: 'text', array: true, default: () => "'{}'", ...options });

/** First column of every tenant table's primary key. */
export const OrganizationKey = (): PropertyDecorator => Column({ type: 'uuid', primary: true });

/** Second column of a tenant table's primary key: a UUIDv7 made by the application. */
export const Id = (): PropertyDecorator => Column({ type: 'uuid', primary: true });

type Target = () => new () => object;

/** The tenant table belongs to an organization. */
export const BelongsToOrganization = (table: string, organization: Target): ClassDecorator =>
  ForeignKey(organization, ['organizationId'], ['id'], { name: `${table}_organization_id_fkey` });

/**
 * A foreign key inside one organization: it carries `organization_id`, so that a row cannot point into another.
 * `SET NULL` is written in the migration as `SET NULL (column)`, or it would null the organization as well.
 */
export const BelongsTo = (
  target: Target,
  column: string,
  name: string,
  onDelete: 'NO ACTION' | 'CASCADE' | 'SET NULL' = 'NO ACTION',
): ClassDecorator =>
  ForeignKey(target, ['organizationId', column], ['organizationId', 'id'], { name, onDelete });
