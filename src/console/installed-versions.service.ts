import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { sql } from '../database/sql.client.js';

/** The project's own, beside the compiled code's folder. */
const PACKAGE = new URL('../../../package.json', import.meta.url);

/** What runs here: the first that is asked of somebody who reports a fault. */
@Injectable()
export class InstalledVersions {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async read(): Promise<{ service: string; node: string; database: string }> {
    const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string };
    const [server] = await sql<{ version: string }>(
      this.db,
      `SELECT current_setting('server_version') AS version`,
      [],
    );
    // Packagers add their own name behind it: `18.1 (Debian 18.1-1)`.
    const database = server?.version.split(' ', 1)[0] ?? '';
    return { service: version, node: process.versions.node, database };
  }
}
