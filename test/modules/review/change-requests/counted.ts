import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Store } from '../../../../src/platform/db/write/store.js';

/** Numbers of change requests in a space. */
export interface SpaceCounts {
  changeRequests: number;
  open: number;
  draft: number;
}

interface StoredAndActualCounts extends SpaceCounts {
  id: string;
  comments: number;
  /**
   * Actual counts of the rows. The same statement reads the stored and the actual counts, because other writes may
   * happen meanwhile.
   */
  again: SpaceCounts & { comments: number };
}

/**
 * Compares the stored counts of spaces and change requests with the number of rows. Returns the stored counts by space
 * id.
 */
export async function expectCorrectCounts({ read }: Pick<Store, 'read'>): Promise<Map<string, SpaceCounts>> {
  const rows = await read.all(spaces, decoded);
  const decodedRows = rows.map(decodeRow);
  for (const { again: actual, id, ...own } of decodedRows) expect({ id, ...own }).toEqual({ id, ...actual });
  for (const { id, own, again: actual } of await read.all(commented, { own: 'int', again: 'int' }))
    expect([id, own]).toEqual([id, actual]);
  return new Map(decodedRows.map(({ id, changeRequests, open, draft }) => [id, { changeRequests, open, draft }]));
}

const isOpen = sql`c."threadId" is null and c."status" = 'open'`;

const spaces = sql<Record<string, unknown>>`select s."id", s."changeRequestNumber" as "changeRequests",
    s."changeRequestsOpen" as "open", s."changeRequestsDraft" as "draft", s."commentsOpen" as "comments",
    (select count(*) from "ChangeRequest" r where r."spaceId" = s."id") as "allAgain",
    (select count(*) from "ChangeRequest" r where r."spaceId" = s."id" and r."status" = 'open') as "openAgain",
    (select count(*) from "ChangeRequest" r where r."spaceId" = s."id" and r."status" = 'draft') as "draftAgain",
    (select count(*) from "Comment" c where c."spaceId" = s."id" and c."changeRequestId" is null and ${isOpen}) as "commentsAgain"
  from "Space" s order by s."id"`;

const commented = sql<{ id: string; own: number; again: number }>`select r."id", r."commentsOpen" as "own",
    (select count(*) from "Comment" c where c."changeRequestId" = r."id" and ${isOpen}) as "again" from "ChangeRequest" r`;

const decoded = { allAgain: 'int', openAgain: 'int', draftAgain: 'int', commentsAgain: 'int' } as const;

function decodeRow(row: Record<string, unknown>): StoredAndActualCounts {
  const { id, changeRequests, open, draft, comments } = row as unknown as StoredAndActualCounts;
  const actual = {
    changeRequests: row.allAgain,
    open: row.openAgain,
    draft: row.draftAgain,
    comments: row.commentsAgain,
  };
  return { id, changeRequests, open, draft, comments, again: actual as StoredAndActualCounts['again'] };
}
