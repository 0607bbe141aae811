import { providerOf, sqlitePath } from '../connection/store-url.js';
import { readSnapshot } from '../snapshot.js';
import { readFiles } from '../sqlite/file-figures.js';
import { readDatabaseSize } from './database-size.js';

/** Returns about how many bytes a dump of a database has. The indexes of Postgres do not count. */
export async function estimateDumpSize(url: string): Promise<number> {
  if (providerOf(url) === 'sqlite') {
    const { main, wal } = await readFiles(sqlitePath(url));
    return main + wal;
  }
  const { tables } = await readSnapshot({ provider: 'postgresql', directUrl: url }, (read) =>
    readDatabaseSize(read, url),
  );
  return [...tables.values()].reduce((sum, bytes) => sum + bytes, 0);
}
