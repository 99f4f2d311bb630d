import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** The connections of a data source, for statements that TypeORM need not understand. */
export const poolOf = (dataSource: DataSource): Pool =>
  (dataSource.driver as unknown as { master: Pool }).master;
