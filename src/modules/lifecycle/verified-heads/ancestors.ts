import { sql } from 'kysely';
import { boundedProblems } from '../verification-base/bounded-problems.js';
import type { Repair, VerificationCheck } from '../verification-base/check.js';
import { isRowSettled } from '../verification-base/settled.js';

/** All pairs of a collection and a collection above it, or itself, computed from the parents. */
const pairs = sql`"pairs" ("organizationId", "collectionId", "ancestorId") as (
  select "organizationId", "id", "id" from "Collection"
  union select p."organizationId", p."collectionId", c."parentId" from "pairs" as p
    join "Collection" as c on c."id" = p."ancestorId" where c."parentId" is not null)`;

const isSame = sql`a."collectionId" = p."collectionId" and a."ancestorId" = p."ancestorId"`;

const differences = sql<Pair>`with recursive ${pairs}
  select p."collectionId", p."ancestorId", 1 as "isMissing" from "pairs" as p where ${isRowSettled('Collection', 'p')}
    and not exists (select 1 from "CollectionAncestor" as a where ${isSame})
  union all select a."collectionId", a."ancestorId", 0 as "isMissing" from "CollectionAncestor" as a
    where ${isRowSettled('CollectionAncestor', 'a')} and not exists (select 1 from "pairs" as p where ${isSame})`;

interface Pair {
  collectionId: string;
  ancestorId: string;
  isMissing: number;
}

/** Compares the stored ancestors of collections with their parents. */
export const checkAncestors: VerificationCheck = {
  name: 'ancestors',
  kind: 'derived',
  about: 'ancestors of collections, compared with their parents',
  find: ({ read }) =>
    boundedProblems(read, { rows: differences, object: 'CollectionAncestor' }, (pair) => {
      const fault = pair.isMissing
        ? `lacks the ancestor ${pair.ancestorId}`
        : `has ${pair.ancestorId} as an ancestor, which it is not`;
      return { object: `Collection ${pair.collectionId}`, detail: `${fault}.`, repair: repairPair(pair) };
    }),
};

/** Inserts or deletes a pair, if the parents still say so. */
function repairPair({ collectionId, ancestorId, isMissing }: Pair): Repair {
  const isPair = sql`p."collectionId" = ${collectionId} and p."ancestorId" = ${ancestorId}`;
  const insert = sql`insert into "CollectionAncestor" ("organizationId", "collectionId", "ancestorId")
    with recursive ${pairs} select "organizationId", "collectionId", "ancestorId" from "pairs" as p
      where ${isPair} and not exists (select 1 from "CollectionAncestor" as a where ${isSame})`;
  const remove = sql`with recursive ${pairs} delete from "CollectionAncestor"
    where "collectionId" = ${collectionId} and "ancestorId" = ${ancestorId}
      and not exists (select 1 from "pairs" as p where ${isPair})`;
  return (store) =>
    store.transaction(async ({ read, lock }) => {
      await lock('Collection', collectionId);
      await read.all(isMissing ? insert : remove);
    });
}
