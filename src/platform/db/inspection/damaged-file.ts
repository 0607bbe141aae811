import { sql } from 'kysely';
import type { Queries } from '../query/queries.js';

/** Damage of a SQLite file. */
export interface FileDamage {
  /** Description by SQLite, on one line. */
  text: string;
  /** Name of the index that disagrees with its table; null for other damage. */
  index: string | null;
}

/** Maximum number of faults that SQLite reports. */
const maxDamages = 100;

/**
 * Reads the whole SQLite file, compares each index with its table, and checks the full-text index. Blocks the event
 * loop meanwhile. Changes nothing.
 */
export async function findFileDamage(read: Queries): Promise<FileDamage[]> {
  const rows = await read.all(sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(maxDamages)})`);
  return rows
    .map(({ integrity_check: text }) => text.trim().replace(/\s+/g, ' '))
    .filter((text) => text !== 'ok')
    .map((text) => ({ text, index: /(?:from|in) index (\S+)$/.exec(text)?.[1] ?? null }));
}
