import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { AppError } from '../../base/errors.js';
import { packagePath } from '../../base/package-path.js';
import type { BackupConfig } from '../../config/backup-config.js';
import type { JobKind } from '../../jobs/job-kind.js';
import type { Schedule } from '../../jobs/schedules.js';

/** Kind of the job that makes a backup. */
export const backupKind = 'backup.run';

/** Maximum number of attempts; each is a whole backup. */
const attempts = 3;

/** Nice value of the process. If both need a core, the server gets about ten times as much CPU time. */
const niceness = 10;

/** Maximum number of characters of an error message that are kept. */
const maxMessage = 2_000;

/** Returns the schedule of the backups that servers make; none unless `BACKUP_EVERY` is set. */
export function backupSchedules({ everyMs }: BackupConfig): Schedule[] {
  return everyMs === undefined ? [] : [{ kind: backupKind, every: everyMs }];
}

/**
 * Returns the job kind that makes a backup. It runs `docgraph backup` in a process of its own at low priority, so that
 * the server goes on. The process has the environment of the server, and ends with the job. If the server is
 * killed, the process ends because its channel closes.
 */
export function backupJob({ keep }: Pick<BackupConfig, 'keep'>, program = packagePath('dist/main.js')): JobKind {
  return {
    name: backupKind,
    attempts,
    async run(_payload, { signal }) {
      signal.throwIfAborted();
      const args = [program, 'backup', '--keep', String(keep), '--json'];
      const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
      lowerPriority(child);
      const stop = () => child.kill('SIGTERM');
      signal.addEventListener('abort', stop, { once: true });
      const failure = await waitFor(child).finally(() => signal.removeEventListener('abort', stop));
      signal.throwIfAborted();
      if (failure !== null) throw new AppError('CONFLICT', failure);
    },
  };
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // The process has ended already.
  }
}

/** Waits for the end of a process. Returns what it printed on stderr if it failed; otherwise null. */
function waitFor(child: ChildProcess): Promise<string | null> {
  let printed = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-maxMessage);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const message = printed.replaceAll(/^docgraph: /gm, '').trim();
      resolve(code === 0 ? null : message || `The backup ended with ${signal ?? `the code ${code}`}.`);
    });
  });
}
