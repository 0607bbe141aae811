import { expect, it } from 'vitest';
import { migrate } from '../../../src/platform/db/migrations/migrate.js';
import { readMigrations } from '../../../src/platform/db/migrations/migrations-folder.js';
import { openStore } from '../../../src/platform/db/open.js';
import type { Transaction } from '../../../src/platform/db/write/transaction.js';
import { emptyDatabase, provider } from '../../support/database.js';
import { sampleOrganization, sampleSpace, sampleTime, sampleUser } from './sample-rows.js';

const shipped = readMigrations(provider);
const name = shipped.migrations.find((migration) => migration.name.endsWith('_normalize_emoji'))!.name;
const before = { ...shipped, migrations: shipped.migrations.filter((migration) => migration.name !== name) };

const seconds = (count: number) => new Date(sampleTime.getTime() + count * 1_000);

/** The stored emoji of a space, and the emoji after the migration. */
const spaces: [stored: string, migrated: string][] = [
  ['', ''],
  ['📘', '📘'],
  ['1f4d8', '📘'],
  ['1F468-2695', '👨‍⚕️'],
  ['❤', '❤️'],
  [':book:', ''],
  ['👍👍', ''],
  ["it's", ''],
];

/** Reactions of two users to one comment, with their second. */
const reactions: [emoji: string, user: string, second: number][] = [
  ['❤️', 'usr_a', 5],
  ['2764', 'usr_a', 3],
  ['❤', 'usr_a', 4],
  ['❤️', 'usr_b', 1],
  ['2764', 'usr_b', 2],
  ['1f44d', 'usr_b', 6],
  ['🎉', 'usr_a', 7],
  ['nothing', 'usr_a', 8],
];

async function insertRows({ prisma }: Transaction): Promise<void> {
  const organizationId = 'org_a';
  for (const id of ['usr_a', 'usr_b']) await prisma.user.create({ data: sampleUser(id) });
  await prisma.organization.create({ data: sampleOrganization(organizationId) });
  for (const [index, [emoji]] of spaces.entries())
    await prisma.space.create({ data: { ...sampleSpace(`spc_${index}`, organizationId), emoji } });
  for (const [index, favicon] of [{ emoji: '1f4d8' }, { emoji: 'book' }, {}].entries())
    await prisma.site.create({ data: sampleSite(`site_${index}`, favicon) });
  await prisma.comment.create({ data: sampleComment });
  for (const [emoji, userId, second] of reactions)
    await prisma.reaction.create({
      data: { organizationId, commentId: 'cmt_a', emoji, userId, reactedAt: seconds(second) },
    });
}

const sampleSite = (id: string, favicon: object) => ({
  id,
  organizationId: 'org_a',
  type: 'basic',
  title: id,
  titleKey: id,
  visibility: 'public',
  published: false,
  adaptiveContent: false,
  agentsContext: 'included',
  createdAt: sampleTime,
  updatedAt: sampleTime,
  customization: { favicon, trademark: { enabled: false } },
});

const sampleComment = {
  id: 'cmt_a',
  organizationId: 'org_a',
  spaceId: 'spc_0',
  parentId: 'spc_0',
  revisionId: 'rev_a',
  body: 'Hello',
  postedById: 'usr_a',
  postedAt: sampleTime,
};

it('the migration stores one spelling of each emoji, and merges reactions of one user that become equal', async () => {
  const url = await emptyDatabase();
  await migrate({ url, folder: before });
  const older = await openStore({ url });
  await older.transaction(insertRows);
  await older.close();

  const report: string[] = [];
  expect(await migrate({ url, onReport: (sentence) => report.push(sentence) })).toEqual([name]);
  expect(report).toEqual([
    'Emoji of spaces rewritten as characters: 3.',
    'Emoji of spaces removed, because they are not exactly one emoji: 3 (":book:", "it\'s", "👍👍").',
    'Emoji of favicons rewritten as characters: 1.',
    'Emoji of favicons removed, because they are not exactly one emoji: 1 ("book").',
    'Emoji of reactions rewritten as characters: 2.',
    'Emoji of reactions removed, because they are not exactly one emoji: 1 ("nothing").',
    'Reactions merged with an earlier one of the same person and emoji: 3.',
  ]);

  const { read, close } = await openStore({ url });
  const rows = await read.all(read.sql.selectFrom('Space').select('emoji').orderBy('id'));
  expect(rows.map(({ emoji }) => emoji)).toEqual(spaces.map(([, migrated]) => migrated));
  const sites = await read.all(read.sql.selectFrom('Site').select('customization').orderBy('id'));
  const looks = sites.map(({ customization }) => customization as unknown);
  expect(looks.map((look) => (typeof look === 'string' ? JSON.parse(look) : look))).toEqual(
    [{ emoji: '📘' }, { emoji: '' }, {}].map((favicon) => ({ favicon, trademark: { enabled: false } })),
  );
  const left = await read.all(
    read.sql.selectFrom('Reaction').select(['emoji', 'userId', 'reactedAt']).orderBy('reactedAt'),
  );
  expect(left.map(({ emoji, userId, reactedAt }) => [emoji, userId, new Date(reactedAt)])).toEqual([
    ['❤️', 'usr_b', seconds(1)],
    ['❤️', 'usr_a', seconds(3)],
    ['👍', 'usr_b', seconds(6)],
    ['🎉', 'usr_a', seconds(7)],
  ]);
  await close();
});
