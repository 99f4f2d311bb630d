import { resolve } from 'node:path';
import { PostgresCluster } from './postgres-cluster.server.js';
import { PostgresHolder } from './postgres-holder.server.js';
import { clusterFolder, findPostmaster, serverUrl } from './postmaster.server.js';
import { serverSettings, type ServerSettings } from './server-settings.js';

/** The service's own PostgreSQL, held by this process until `stop()`. */
export interface EmbeddedPostgres {
  /** Address of the database `voice_agents`, password included: for a connection, never for a log. */
  url: string;
  /** True when this call started the server, false when it adopted a running one. */
  started: boolean;
  /** Lets go of the server, and stops it when no other process holds it. */
  stop(): Promise<void>;
}

/** How a server is to be started; without effect on one that runs already. */
export interface EmbeddedPostgresOptions {
  /** Whether commits survive a crash of the machine; default true. False (fsync off) is for tests. */
  durable?: boolean;
  /** PostgreSQL settings over the defaults; `port` among them asks for that port and no other. */
  settings?: ServerSettings;
}

/**
 * Starts the PostgreSQL server in `<dataDir>/postgres`, creating it the first time, or adopts the one that runs:
 * left by a process that was killed, or in use by another. While it is held, a server that dies is started again
 * on the same port.
 *
 * @throws Error that says what to do, with the end of the server's log
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const durable = options.durable ?? true;
  const cluster = await PostgresCluster.open(resolve(dataDir), durable);
  const holder = new PostgresHolder(cluster, serverSettings(durable, options.settings));
  const { started, port } = await holder.take();
  return { url: await serverUrl(cluster.folder, port), started, stop: () => holder.leave() };
}

/** The address of the server that runs on a data folder, or null: for a visitor, who neither starts nor stops it. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const folder = clusterFolder(resolve(dataDir));
  const postmaster = await findPostmaster(folder);
  return postmaster?.ready && postmaster.port ? serverUrl(folder, postmaster.port) : null;
}
