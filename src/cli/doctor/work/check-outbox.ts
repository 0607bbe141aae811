import { sql } from 'kysely';
import type { DatabaseCheck } from '../base/check.js';
import { notice, ok, warning } from '../base/finding.js';
import { formatDuration } from '../base/units.js';

/** Milliseconds after which an unsent mail is late. */
const maxWait = 3_600_000;

/** Checks that mails leave the outbox. */
export const checkOutbox: DatabaseCheck = {
  name: 'outbox',
  about: 'mails that were not sent within an hour',
  needs: 'tables',
  async run({ config, database: { read } }) {
    const now = Date.now();
    const unsent = await read.first(
      read.sql
        .selectFrom('Mail')
        .select((one) => [sql<number>`count(*)`.as('count'), one.fn.min('createdAt').as('oldest')])
        .where('sentAt', 'is', null)
        .where('body', 'is not', null),
      { count: 'int', oldest: 'datetime' },
    );
    if (!unsent?.oldest) return [ok('No mail waits.')];
    const age = now - Date.parse(unsent.oldest);
    const summary = `Mails that wait: ${unsent.count}, the oldest for ${formatDuration(age)}`;
    if (config.mail.smtpUrl === undefined)
      return [notice(`${summary}, because SMTP_URL is not set.`, 'Set SMTP_URL to send them.')];
    if (age <= maxWait) return [ok(`${summary}.`)];
    return [
      warning(
        `${summary}.`,
        'See `docgraph mail list` and `docgraph jobs list --kind mail.send`. Check the mail server.',
      ),
    ];
  },
};
