import pg from 'pg';
import { checkPooledConnection } from '../connection/shared-connection.js';

/**
 * Checks the settings of a session through a pooler.
 * @throws as `checkPooledConnection`, and the error of the driver if the pooler cannot be reached
 */
export async function inspectPooledSession(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await checkPooledConnection(client);
  } finally {
    await client.end();
  }
}
