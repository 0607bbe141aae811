import { type RawBuilder, sql } from 'kysely';
import type { TableWithId } from '../../../platform/db/query/by-id.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import { boundedProblems } from '../verification-base/bounded-problems.js';
import type { Problem, Repair, VerificationCheck } from '../verification-base/check.js';
import { isRowSettled } from '../verification-base/settled.js';

/** Rows of an owner that are numbered from 1 without gaps, and the counter with the last number. */
interface Numbering {
  table: TableName;
  column: string;
  /** Column with the id of the owner. */
  ownerColumn: string;
  owner: TableWithId;
  counter: string;
  /** Plural noun for the rows. */
  noun: string;
  /** Whether the oldest rows may be removed, except the first one. A gap before the second row is then allowed. */
  expires: boolean;
}

/** All numberings without gaps. The primary key, or a unique key, refuses a number that repeats. */
export const numberings: readonly Numbering[] = [
  {
    table: 'Event',
    column: 'sequence',
    ownerColumn: 'organizationId',
    owner: 'Organization',
    counter: 'eventSequence',
    noun: 'events',
    expires: true,
  },
  {
    table: 'ChangeRequest',
    column: 'number',
    ownerColumn: 'spaceId',
    owner: 'Space',
    counter: 'changeRequestNumber',
    noun: 'change requests',
    expires: false,
  },
];

/** Finds gaps in the numbers of events and of change requests, and counters that are not the last number. */
export const checkNumberings: VerificationCheck = {
  name: 'numberings',
  kind: 'numbers',
  about: 'numbers of events in an organization and of change requests in a space, without gaps',
  async *find({ read }) {
    for (const numbering of numberings) {
      yield* findGaps(read, numbering);
      yield* findWrongCounters(read, numbering);
    }
  },
};

interface Gap {
  owner: string;
  first: number;
  last: number;
}

/** Finds the ranges of numbers below an existing number that no row has. */
function findGaps(
  read: Queries,
  { table, column, ownerColumn, owner, noun, expires }: Numbering,
): AsyncGenerator<Problem> {
  const [number, of] = [sql.ref(column), sql.ref(ownerColumn)];
  const before = sql`lag(r.${number}${expires ? sql`` : sql`, 1, 0`}) over (partition by r.${of} order by r.${number})`;
  const numbered = sql`select r.${of} as "owner", r.${number} as "number", ${before} as "before"
    from ${sql.table(table)} as r where ${isRowSettled(table, 'r')} and r.${number} > ${sql.lit(expires ? 1 : 0)}`;
  const rows = sql<Gap>`select "owner", "before" + 1 as "first", "number" - 1 as "last" from (${numbered}) as n
    where "number" > "before" + 1`;
  return boundedProblems(read, { rows, object: table }, (gap) => ({
    object: `${owner} ${gap.owner}`,
    detail: `lacks the ${noun} with the numbers ${gap.first} to ${gap.last}. They are lost.`,
  }));
}

interface WrongCounter {
  owner: string;
  counter: number;
  last: number;
}

async function* findWrongCounters(read: Queries, numbering: Numbering): AsyncGenerator<Problem> {
  const { table, owner, counter, noun, expires } = numbering;
  const last = lastNumber(numbering);
  const isExpired = expires ? sql`(${last} = 1 and t.${sql.ref(counter)} > 1)` : sql`1 = 0`;
  const rows = sql<WrongCounter>`select t."id" as "owner", t.${sql.ref(counter)} as "counter", ${last} as "last"
    from ${sql.table(owner)} as t where t.${sql.ref(counter)} <> ${last}
      and not ${isExpired} and ${isRowSettled(owner, 't')}`;
  yield* boundedProblems(read, { rows, object: table }, (found) => {
    const object = `${owner} ${found.owner}`;
    const detail = `has the ${counter} ${found.counter}, but the last of its ${noun} has the number ${found.last}.`;
    if (found.counter < found.last) return { object, detail, repair: raiseCounter(numbering, found.owner) };
    return { object, detail: `${detail} The later ones are lost.` };
  });
}

function lastNumber({ table, column, ownerColumn }: Numbering): RawBuilder<number> {
  return sql<number>`(select coalesce(max(r.${sql.ref(column)}), 0) from ${sql.table(table)} as r
    where r.${sql.ref(ownerColumn)} = t."id")`;
}

/** Raises a counter to the last number. Otherwise, the next row would take a number that exists. */
function raiseCounter(numbering: Numbering, id: string): Repair {
  const { owner, counter } = numbering;
  const last = lastNumber(numbering);
  return (store) =>
    store.transaction(async (tx) => {
      await tx.lock(owner, id);
      await tx.read.all(sql`update ${sql.table(owner)} as t set ${sql.ref(counter)} = ${last}
        where t."id" = ${id} and t.${sql.ref(counter)} < ${last}`);
    });
}
