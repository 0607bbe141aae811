import { statSync } from 'node:fs';
import { sqlitePath } from '../../../platform/db/connection/store-url.js';
import type { DatabaseCheck } from '../base/check.js';
import { ok, warning } from '../base/finding.js';
import { formatBytes, formatDuration } from '../base/units.js';

/** Maximum size in bytes. The server limits the log to 64 MiB after each checkpoint, so a larger log did not shrink. */
const maxBytes = 256 * 1024 ** 2;

/** Checks the size of the write-ahead log of a SQLite file. */
export const checkWriteAheadLog: DatabaseCheck = {
  name: 'write-ahead-log',
  about: 'size of the write-ahead log of a SQLite file, and the time of the last checkpoint',
  needs: 'database',
  provider: 'sqlite',
  run({ config }) {
    const path = sqlitePath(config.databaseUrl);
    const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    // Only a checkpoint writes to the database file, so the file was last modified by the latest checkpoint.
    const age = formatDuration(Math.max(0, Date.now() - statSync(path).mtimeMs));
    const summary = `The write-ahead log has ${formatBytes(size)}; the last checkpoint was ${age} ago`;
    if (size <= maxBytes) return [ok(`${summary}.`)];
    return [
      warning(
        `${summary}. A process that reads for a long time, such as a backup, prevents checkpoints.`,
        'End that process, then restart the server.',
      ),
    ];
  },
};
