import pg from 'pg';
import { mapStoreError } from '../../connection/store-errors.js';
import { mapPostgresError } from '../../postgres/postgres-errors.js';

/**
 * Opens a connection for a dump or a load. It has no timeouts, because a large table takes long.
 * @throws AppError STORE_UNAVAILABLE if the database cannot be reached
 */
export async function openDumpClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'docgraph dump',
  });
  // Without a listener, a connection that breaks between two statements would end the process. The next statement fails
  // in any case.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(settings);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw mapStoreError(mapPostgresError(error));
  }
}

const settings =
  "set statement_timeout to 0; set idle_in_transaction_session_timeout to 0; set work_mem to '64MB'; set maintenance_work_mem to '256MB'";
