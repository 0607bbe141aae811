import { sql } from 'kysely';
import type { Queries } from '../query/queries.js';
import type { Store } from '../write/store.js';

/** A row of `search_fts` that does not agree with its row of `SearchPage`. */
export interface FullTextDifference {
  /** Number of the row. */
  number: number;
  fault: 'missing' | 'extra' | 'different';
}

/** Number of rows that one query reads; each has up to a megabyte. */
const batchSize = 50;

interface IndexedRow {
  number: number;
  /** The text that the triggers of `SearchPage` index. */
  text: string;
  /** Number of tokens in the full-text index, as a hexadecimal varint; null if the index has no row. */
  indexed: string | null;
}

const indexedText = sql`replace(' ¤' || substr(p."spaceId", -8) || p."terms", ' ', ' ' || substr(p."organizationId", -8))`;

/**
 * Compares the full-text index of SQLite with the table `SearchPage`: which rows it has, and how many tokens each. Its
 * texts cannot be read, because it stores none.
 */
export async function* findFullTextDifferences(read: Queries): AsyncGenerator<FullTextDifference> {
  for (let after = 0; ; ) {
    const rows = await read.all(sql<IndexedRow>`select p."number", ${indexedText} as "text", hex(d."sz") as "indexed"
      from "SearchPage" as p left join "search_fts_docsize" as d on d."id" = p."number"
      where p."number" > ${after} order by p."number" limit ${batchSize}`);
    for (const { number, text, indexed } of rows) {
      if (!indexed) yield { number, fault: 'missing' };
      else if (readVarint(indexed) !== countTokens(text)) yield { number, fault: 'different' };
    }
    if (rows.length < batchSize) break;
    after = rows.at(-1)!.number;
  }
  const extra = await read.all(sql<{ number: number }>`select d."id" as "number" from "search_fts_docsize" as d
    where not exists (select 1 from "SearchPage" as p where p."number" = d."id")`);
  for (const { number } of extra) yield { number, fault: 'extra' };
}

/** Counts the tokens of a text as the tokenizer of `search_fts` does: `ascii` with the token characters `^` and `|`. */
function countTokens(text: string): number {
  return text.match(/[0-9A-Za-z^|\u0080-\uffff]+/g)?.length ?? 0;
}

/** Reads a varint of SQLite of at most 8 bytes: 7 bits of each byte, the most significant first. */
function readVarint(hexadecimal: string): number {
  return Buffer.from(hexadecimal, 'hex').reduce((value, byte) => value * 128 + (byte & 127), 0);
}

/** Writes rows of the full-text index again, or removes them, as the triggers of `SearchPage` do. */
export async function repairFullTextRows(store: Store, numbers: readonly number[]): Promise<void> {
  const list = sql`(${sql.join(numbers)})`;
  await store.transaction(async ({ read }) => {
    await read.all(sql`update "SearchPage" set "terms" = "terms" where "number" in ${list}`);
    await read.all(sql`delete from "search_fts" where rowid in ${list}
      and rowid not in (select "number" from "SearchPage")`);
  });
}
