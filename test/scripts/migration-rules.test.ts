import { describe, expect, it } from 'vitest';
import { findContractions } from '../../scripts/migration-rules.mjs';
import { readMigrations } from '../../src/platform/db/migrations/migrations-folder.js';

/** The last migration before the rules. A release before it cannot serve at the same time as a later one. */
const baseline = '20261128201647_rate_windows';

const providers = ['sqlite', 'postgresql'] as const;

describe.each(providers)('the migrations of %s', (provider) => {
  const { migrations } = readMigrations(provider);
  const scripts = migrations.map(({ script }) => script);

  it('remove and rewrite nothing that the release before them uses', () => {
    expect(migrations.map(({ name }) => name)).toContain(baseline);
    const faults = [...migrations.entries()]
      .filter(([, { name }]) => name > baseline)
      .map(([index, { name, script }]) => [name, findContractions(provider, script, scripts.slice(0, index))]);
    expect(faults.filter(([, found]) => found!.length > 0)).toEqual([]);
  });

  it('before the baseline have faults, which the rules find', () => {
    const index = migrations.findIndex(({ name }) => name.endsWith('_sites_structure_and_audiences'));
    expect(findContractions(provider, scripts[index]!, scripts.slice(0, index))).not.toEqual([]);
  });
});

const table =
  'CREATE TABLE "Space" ("id" TEXT NOT NULL PRIMARY KEY, "title" TEXT NOT NULL, "emoji" TEXT, "size" INTEGER);';

/** Rebuilds the table with other columns, as Prisma does on SQLite. */
const rebuild = (definitions: string, columns: string) => `CREATE TABLE "new_Space" (${definitions});
INSERT INTO "new_Space" (${columns}) SELECT ${columns} FROM "Space";
DROP TABLE "Space";
ALTER TABLE "new_Space" RENAME TO "Space";`;

const whole = '"id" TEXT NOT NULL PRIMARY KEY, "title" TEXT NOT NULL';
const rewrites = 'changes all rows in one statement; use row-steps.ts';

/** Faults on both databases. The names of Postgres lack the table. */
const faults: [
  title: string,
  script: Record<(typeof providers)[number], string>,
  fault: Record<(typeof providers)[number], string>,
][] = [
  ['a table is removed', both('DROP TABLE "Space";'), both('removes the table Space')],
  [
    'a column is removed',
    {
      sqlite: rebuild(`${whole}, "size" INTEGER`, '"id", "title", "size"'),
      postgresql: 'ALTER TABLE "Space" ADD COLUMN "more" TEXT,\nDROP COLUMN "emoji";',
    },
    { sqlite: 'removes the column Space.emoji', postgresql: 'removes the column emoji' },
  ],
  [
    'a column is renamed',
    both('ALTER TABLE "Space" RENAME COLUMN "emoji" TO "sign";'),
    { sqlite: 'removes the column Space.emoji', postgresql: 'renames to sign' },
  ],
  [
    'a table is renamed',
    both('ALTER TABLE "Space" RENAME TO "Room";'),
    { sqlite: 'removes the table Space', postgresql: 'renames to Room' },
  ],
  [
    'a type is changed',
    {
      sqlite: rebuild(`${whole}, "emoji" TEXT, "size" REAL`, '"id", "title", "emoji", "size"'),
      postgresql: 'ALTER TABLE "Space" ALTER COLUMN "size" SET DATA TYPE DOUBLE PRECISION;',
    },
    { sqlite: 'changes the type of Space.size', postgresql: 'changes the type of size' },
  ],
  [
    'a column becomes required',
    {
      sqlite: rebuild(`${whole}, "emoji" TEXT NOT NULL, "size" INTEGER`, '"id", "title", "emoji", "size"'),
      postgresql: 'ALTER TABLE "Space" ALTER COLUMN "emoji" SET NOT NULL;',
    },
    { sqlite: 'requires Space.emoji', postgresql: 'requires emoji' },
  ],
  [
    'a new column is required and has no default',
    {
      sqlite: rebuild(`${whole}, "emoji" TEXT, "size" INTEGER, "more" TEXT NOT NULL`, '"id", "title", "emoji", "size"'),
      postgresql: 'ALTER TABLE "Space" ADD COLUMN     "more" TEXT NOT NULL;',
    },
    { sqlite: 'requires Space.more, which has no default', postgresql: 'requires more, which has no default' },
  ],
  [
    'all rows are changed in one statement',
    both(`UPDATE "Space" SET "title" = 'x';`),
    both(`UPDATE Space ${rewrites}`),
  ],
  [
    'rows are deleted in one statement',
    both(`DELETE FROM "Space" WHERE "size" = 0;`),
    both(`DELETE FROM Space ${rewrites}`),
  ],
];

function both(text: string): Record<(typeof providers)[number], string> {
  return { sqlite: text, postgresql: text };
}

describe.each(providers)('the rules of migrations on %s', (provider) => {
  it.each(faults)('find that %s, and allow it only if it is announced', (_title, script, fault) => {
    expect(findContractions(provider, script[provider], [table])).toEqual([fault[provider]]);
    const announced = `-- contract: unused since 0.3.0\n${script[provider]}`;
    const isRewrite = fault[provider].endsWith(rewrites);
    expect(findContractions(provider, announced, [table])).toEqual(isRewrite ? [fault[provider]] : []);
  });

  it('allow what an earlier release does not notice', () => {
    const expand = `-- The old column is a DROP COLUMN of a later release.
CREATE TABLE "More" ("id" TEXT NOT NULL PRIMARY KEY, "rate" DECIMAL(10, 2) NOT NULL);
ALTER TABLE "Space" ADD COLUMN "more" TEXT NOT NULL DEFAULT 'a; UPDATE b';
CREATE INDEX "Space_size_idx" ON "Space"("size");`;
    const nullable = {
      sqlite: rebuild('"id" TEXT NOT NULL PRIMARY KEY, "title" TEXT, "emoji" TEXT, "size" INTEGER', '"id", "title"'),
      postgresql: 'ALTER TABLE "Space" ALTER COLUMN "title" DROP NOT NULL;\nDROP INDEX "Space_size_idx";',
    };
    expect(findContractions(provider, expand, [table])).toEqual([]);
    expect(findContractions(provider, nullable[provider], [table])).toEqual([]);
  });
});

it('a schema that a body in dollar quotes drops is found', () => {
  const script = 'DO $$\nBEGIN\n  DROP SCHEMA IF EXISTS docgraph_jobs CASCADE;\nEND\n$$;';
  expect(findContractions('postgresql', script)).toEqual(['removes the schema docgraph_jobs']);
});

it('a migration that locks more than three existing tables of Postgres is found', () => {
  const own = 'CREATE TABLE "New" ("id" TEXT REFERENCES "A" ("id"));\nCREATE INDEX "New_id_idx" ON "New"("id");';
  const three = `${own}\nCREATE INDEX "B_id_idx" ON "B"("id");\nALTER TABLE "C" ADD COLUMN "d" TEXT;`;
  expect(findContractions('postgresql', three)).toEqual([]);
  expect(findContractions('postgresql', `${three}\nALTER TABLE "D" ADD COLUMN "e" TEXT;`)).toEqual([
    'locks 4 tables (A, B, C, D); split it into parts of 3',
  ]);
});
