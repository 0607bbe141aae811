import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

// The least that an import has to do: reads, hashes and inserts every file of a folder in one transaction that is
// synced to disk. Usage: `node bare-import.mjs FOLDER DATABASE`

const [, , folder, path] = process.argv;
const db = new Database(path);
db.exec('pragma journal_mode = WAL; pragma synchronous = FULL; create table Blob (hash text primary key, bytes blob)');
const insert = db.prepare('insert or ignore into Blob values (?, ?)');
db.transaction(() => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    insert.run(createHash('sha256').update(bytes).digest('hex'), bytes);
  }
})();
db.close();
