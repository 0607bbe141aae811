import { expect, it } from 'vitest';
import { jobKinds, schedules } from '../../src/app/job-kinds.js';
import type { MailSender } from '../../src/modules/mail/send-mail.js';
import { backupSchedules } from '../../src/platform/backup/schedule/backup-job.js';
import type { Store } from '../../src/platform/db/write/store.js';
import { createOutbound } from '../../src/platform/outbound/outbound.js';
import { createSealer } from '../../src/platform/secrets/sealed.js';
import { rowsOf } from './pages.js';

const minute = 60_000;
const units: Record<string, number> = {
  minute,
  minutes: minute,
  hour: 60 * minute,
  hours: 60 * minute,
  day: 1440 * minute,
};

const backup = { to: '/mnt/backups', everyMs: 1, keep: 7, recipient: undefined, passphraseFile: undefined };

/**
 * Returns the milliseconds of texts such as `hour`, `6 hours` and `5 minutes`, and those of a variable; undefined for
 * `when needed`.
 */
function intervalIn(text: string): number | undefined {
  if (text === 'BACKUP_EVERY') return backup.everyMs;
  const [, count = '1', unit] = /^(?:(\d+) )?(\w+)$/.exec(text) ?? [];
  return unit === undefined ? undefined : Number(count) * units[unit]!;
}

it('the manual lists every kind of job, and how often the kind is scheduled', () => {
  const links = { sealer: createSealer({ current: '', previous: null }), base: '', secret: '' };
  // The job kinds only keep references to the store and the sender, and do not use them here.
  const [store, mail] = [{} as Store, {} as MailSender];
  const kinds = jobKinds({ store, outbound: createOutbound([]), mail, links, backup }).map(({ name }) => name);
  const every = new Map([...schedules, ...backupSchedules(backup)].map((schedule) => [schedule.kind, schedule.every]));
  const listed = rowsOf('docs/operating.md', /^\w+\.\w+$/).map(([kind, often]) => [kind!, intervalIn(often!)]);
  expect(new Map(listed as [string, number | undefined][])).toEqual(
    new Map(kinds.map((kind) => [kind, every.get(kind)])),
  );
});
