import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { listNames } from '../../../platform/arrays/list-names.js';
import { sqlitePath } from '../../../platform/db/connection/store-url.js';
import type { DatabaseCheck } from '../base/check.js';
import { type Finding, fault, skipped, unlessEmpty } from '../base/finding.js';
import { formatBytes } from '../base/units.js';

/** Maximum size of a file that is read completely: about 2 s from a disk that reads 500 MB a second. */
const maxBytes = 1024 ** 3;

/** Reads the whole SQLite file to find damaged pages and rows that refer to nothing. */
export const checkIntegrity: DatabaseCheck = {
  name: 'integrity',
  about: 'damaged pages of a SQLite file, and rows that refer to nothing, up to 1 GiB',
  needs: 'database',
  provider: 'sqlite',
  isLast: true,
  async run({ config, database: { read } }) {
    const path = sqlitePath(config.databaseUrl);
    const { size } = statSync(path);
    if (size > maxBytes)
      return [skipped(`The file has ${formatBytes(size)}, and is not read completely.`, 'Run `docgraph verify`.')];
    const damages = (await read.all(quickCheck))
      .map((row) => row.quick_check.replace(/\s+/g, ' '))
      .filter((text) => text !== 'ok');
    const broken = await read.all(foreignKeyCheck);
    const problems: Finding[] = [];
    if (damages.length > 0)
      problems.push(
        fault(
          `The database file is damaged: ${listNames(damages, 3)}.`,
          'Run `docgraph verify`, and restore a backup if it cannot repair the file.',
        ),
      );
    if (broken.length > 0)
      problems.push(
        fault(
          `Rows refer to rows that do not exist, in ${listNames(broken.map(({ name, count }) => `${name} (${count})`))}.`,
          'Run `docgraph verify`, and restore a backup if it cannot repair the rows.',
        ),
      );
    return unlessEmpty(problems, `The file has ${formatBytes(size)}, and no damaged page.`);
  },
};

const quickCheck = sql<{ quick_check: string }>`pragma quick_check(10)`;

const foreignKeyCheck = sql<{ name: string; count: number }>`
  select "table" as name, count(*) as count from pragma_foreign_key_check group by 1 order by 1`;
