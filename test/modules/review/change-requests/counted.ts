import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Store } from '../../../../src/platform/db/write/store.js';

/** Numbers of change requests in a space. */
export interface Counted {
  changeRequests: number;
  open: number;
  draft: number;
}

interface Told extends Counted {
  id: string;
  comments: number;
  /** Counts of the rows, from the same statement because other writes may happen meanwhile. */
  again: Counted & { comments: number };
}

/**
 * Compares the stored counts of spaces and change requests with the number of rows. Returns the stored counts by space
 * id.
 */
export async function expectCounted({ read }: Pick<Store, 'read'>): Promise<Map<string, Counted>> {
  const rows = await read.all(spaces, decoded);
  const told = rows.map(toldBy);
  for (const { again, id, ...own } of told) expect({ id, ...own }).toEqual({ id, ...again });
  for (const { id, own, again } of await read.all(commented, { own: 'int', again: 'int' }))
    expect([id, own]).toEqual([id, again]);
  return new Map(told.map(({ id, changeRequests, open, draft }) => [id, { changeRequests, open, draft }]));
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

function toldBy(row: Record<string, unknown>): Told {
  const { id, changeRequests, open, draft, comments } = row as unknown as Told;
  const again = {
    changeRequests: row.allAgain,
    open: row.openAgain,
    draft: row.draftAgain,
    comments: row.commentsAgain,
  };
  return { id, changeRequests, open, draft, comments, again: again as Told['again'] };
}
