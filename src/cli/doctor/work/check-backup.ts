import { accessSync, constants, existsSync } from 'node:fs';
import type { StoredBackup } from '../../../platform/backup/places/place.js';
import { readLastBackup } from '../../../platform/backup/schedule/last-backup.js';
import type { Config } from '../../../platform/config/config.js';
import { readSecrets } from '../../../platform/secrets/secret.js';
import type { CheckWithoutDatabase } from '../base/check.js';
import { type Finding, fault, notice, ok, warning } from '../base/finding.js';
import { formatBytes, formatDuration, reasonOf } from '../base/units.js';

/** Number of intervals after which a backup is overdue. */
const maxIntervals = 2;

const seeJobs = 'See `docgraph jobs list --kind backup.run`, or run `docgraph backup`.';

/** Checks the place of the backups, and the age of the last one. */
export const checkBackup: CheckWithoutDatabase = {
  name: 'backup',
  about: 'whether backups can be written, and the age of the last one',
  needs: 'nothing',
  async run({ config }) {
    const { to } = config.backup;
    if (to === undefined)
      return [
        notice('No destination for backups is set.', 'Set BACKUP_TO and BACKUP_EVERY, or back up with other means.'),
      ];
    const isFolder = !to.startsWith('s3://');
    if (isFolder && !existsSync(to)) return [warning(`There is no folder ${to}, so there is no backup.`, seeJobs)];
    if (isFolder && !canWrite(to))
      return [
        fault(`The folder ${to} cannot be written.`, 'Give the user of the server the permission to write to it.'),
      ];
    return checkLast(to, config);
  },
};

async function checkLast(to: string, config: Config): Promise<Finding[]> {
  const { current, previous } = readSecrets(config);
  try {
    const last = await readLastBackup({ to, secrets: previous === null ? [current] : [current, previous] });
    return [toFinding(last, to, config)];
  } catch (error) {
    return [fault(`Backups at ${to} cannot be listed: ${reasonOf(error)}`, 'Correct BACKUP_TO or the permissions.')];
  }
}

function toFinding(last: StoredBackup | null, to: string, { backup: { everyMs } }: Config): Finding {
  if (last === null) return warning(`There is no backup of this server at ${to}.`, seeJobs);
  const age = Date.now() - last.createdAt.getTime();
  const summary = `The last backup is ${formatDuration(age)} old: ${last.location} (${formatBytes(last.bytes)}).`;
  return everyMs !== undefined && age > maxIntervals * everyMs ? warning(summary, seeJobs) : ok(summary);
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
