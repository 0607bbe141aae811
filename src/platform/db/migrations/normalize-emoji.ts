import { type RawBuilder, sql } from 'kysely';
import { parseEmoji } from '../../../engine/base/emoji/emoji.js';
import { chunksOf } from '../../arrays/chunks-of.js';
import type { MigrationTransaction } from './migration-connection.js';

/** Maximum number of spellings per statement. Postgres and SQLite accept thousands of parameters. */
const batchSize = 500;

/**
 * Rewrites all stored emoji to one spelling: fully qualified characters. If several reactions of a person become the
 * same emoji, they are merged, with the earliest time. A text that is not exactly one emoji is removed; in a space or a
 * favicon, it becomes ''. The number of statements depends on the number of spellings, not on the number of rows.
 * @returns reports of the changes for the operator
 */
export async function normalizeEmoji(rows: MigrationTransaction): Promise<string[]> {
  return [
    ...(await normalizeColumn(rows, spaces)),
    ...(await normalizeColumn(rows, favicons(rows))),
    ...(await normalizeReactions(rows)),
  ];
}

/** A column that stores one emoji per row. */
interface EmojiColumn {
  table: RawBuilder<unknown>;
  /** SQL expression for the emoji of a row. */
  emoji: RawBuilder<unknown>;
  /** Returns the SQL assignment that replaces the emoji of a row. */
  set(emoji: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Name of the emoji in reports. */
  noun: string;
}

const spaces: EmojiColumn = {
  table: sql`"Space"`,
  emoji: sql`"emoji"`,
  set: (emoji) => sql`"emoji" = ${emoji}`,
  noun: 'spaces',
};

function favicons({ provider }: MigrationTransaction): EmojiColumn {
  const table = sql`"Site"`;
  const noun = 'favicons';
  if (provider === 'sqlite') {
    const path = sql`'$.favicon.emoji'`;
    const set = (emoji: RawBuilder<unknown>) => sql`"customization" = json_set("customization", ${path}, ${emoji})`;
    return { table, noun, set, emoji: sql`json_extract("customization", ${path})` };
  }
  const path = sql`'{favicon,emoji}'`;
  const set = (emoji: RawBuilder<unknown>) =>
    sql`"customization" = jsonb_set("customization", ${path}, to_jsonb(${emoji}))`;
  return { table, noun, set, emoji: sql`"customization" #>> ${path}` };
}

async function normalizeColumn(
  rows: MigrationTransaction,
  { table, emoji, set, noun }: EmojiColumn,
): Promise<string[]> {
  const found = await rows.all(
    sql<Spelling>`select distinct ${emoji} as "spelling" from ${table} where ${emoji} <> ''`,
  );
  const { changed, bad } = classifySpellings(found);
  let rewritten = 0;
  for (const some of chunksOf(changed, batchSize)) {
    const cases = some.map(([old, now]) => sql`when ${old} then cast(${now} as text)`);
    const replaced = sql`case ${emoji} ${sql.join(cases, sql` `)} end`;
    const where = sql`${emoji} in (${sql.join(some.map(([old]) => old))})`;
    rewritten += await rows.run(sql`update ${table} set ${set(replaced)} where ${where}`);
  }
  let removed = 0;
  for (const some of chunksOf(bad, batchSize))
    removed += await rows.run(
      sql`update ${table} set ${set(sql`cast('' as text)`)} where ${emoji} in (${sql.join(some)})`,
    );
  return report(noun, { rewritten, removed, bad });
}

async function normalizeReactions(rows: MigrationTransaction): Promise<string[]> {
  const { changed, bad } = classifySpellings(
    await rows.all(sql<Spelling>`select distinct "emoji" as "spelling" from "Reaction"`),
  );
  let [rewritten, merged, removed] = [0, 0, 0];
  for (const [old, now] of changed) {
    const duplicateReaction = (emoji: string, when = sql``) => sql`exists (
      select 1 from "Reaction" as "twin" where "twin"."commentId" = "Reaction"."commentId"
        and "twin"."userId" = "Reaction"."userId" and "twin"."emoji" = ${emoji} ${when})`;
    const earlier = sql`and "twin"."reactedAt" < "Reaction"."reactedAt"`;
    merged += await rows.run(sql`delete from "Reaction" where "emoji" = ${now} and ${duplicateReaction(old, earlier)}`);
    merged += await rows.run(sql`delete from "Reaction" where "emoji" = ${old} and ${duplicateReaction(now)}`);
    rewritten += await rows.run(sql`update "Reaction" set "emoji" = ${now} where "emoji" = ${old}`);
  }
  for (const some of chunksOf(bad, batchSize))
    removed += await rows.run(sql`delete from "Reaction" where "emoji" in (${sql.join(some)})`);
  return [
    ...report('reactions', { rewritten, removed, bad }),
    ...(merged > 0 ? [`Reactions merged with an earlier one of the same person and emoji: ${merged}.`] : []),
  ];
}

interface Spelling {
  spelling: string;
}

/** Returns the spellings that must change, each with its replacement, and the texts that are not exactly one emoji. */
function classifySpellings(found: readonly Spelling[]): { changed: [old: string, now: string][]; bad: string[] } {
  const read = found.map(({ spelling }) => [spelling, parseEmoji(spelling)] as const).sort();
  const changed = read.flatMap(([old, now]): [string, string][] =>
    now === undefined || now === old ? [] : [[old, now]],
  );
  return { changed, bad: read.flatMap(([old, now]) => (now === undefined ? [old] : [])) };
}

function report(
  noun: string,
  { rewritten, removed, bad }: { rewritten: number; removed: number; bad: string[] },
): string[] {
  const examples = bad.slice(0, 10).map((text) => JSON.stringify(text));
  return [
    ...(rewritten > 0 ? [`Emoji of ${noun} rewritten as characters: ${rewritten}.`] : []),
    ...(removed > 0
      ? [`Emoji of ${noun} removed, because they are not exactly one emoji: ${removed} (${examples.join(', ')}).`]
      : []),
  ];
}
