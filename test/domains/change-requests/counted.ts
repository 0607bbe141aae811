import { expect } from 'vitest';
import type { Store } from '../../../src/store/store.js';

/** The counts of a space. */
export interface Counted {
  changeRequests: number;
  open: number;
  draft: number;
}

/** What spaces say of how many change requests they have, held against a count of the rows. Answers the counts by the space's id. */
export async function expectCounted({ read }: Pick<Store, 'read'>): Promise<Map<string, Counted>> {
  const rows = await read.all(read.sql.selectFrom('ChangeRequest').select(['spaceId', 'status']));
  const spaces = await read.all(
    read.sql
      .selectFrom('Space')
      .select(['id', 'changeRequestNumber', 'changeRequestsOpen', 'changeRequestsDraft'])
      .orderBy('id'),
  );
  const statusesOf = (space: string) => rows.filter(({ spaceId }) => spaceId === space).map(({ status }) => status);
  const counted = spaces.map(({ id }): [string, Counted] => {
    const own = statusesOf(id);
    const of = (wanted: string) => own.filter((status) => status === wanted).length;
    return [id, { changeRequests: own.length, open: of('open'), draft: of('draft') }];
  });
  const told = spaces.map((space): [string, Counted] => [
    space.id,
    {
      changeRequests: space.changeRequestNumber,
      open: space.changeRequestsOpen,
      draft: space.changeRequestsDraft,
    },
  ]);
  expect(told).toEqual(counted);
  await expectCommentsCounted(read);
  return new Map(counted);
}

/** What change requests and spaces say of how many open comments are on them, held against a count of the rows. */
async function expectCommentsCounted(read: Store['read']): Promise<void> {
  const comments = await read.all(
    read.sql.selectFrom('Comment').select(['spaceId', 'changeRequestId']).where('resolvedAt', 'is', null),
  );
  const changeRequests = await read.all(read.sql.selectFrom('ChangeRequest').select(['id', 'commentsOpen']));
  const spaces = await read.all(read.sql.selectFrom('Space').select(['id', 'commentsOpen']));
  const on = (place: string) => comments.filter((one) => (one.changeRequestId ?? one.spaceId) === place).length;
  const told = [...changeRequests, ...spaces];
  expect(told).toEqual(told.map(({ id }) => ({ id, commentsOpen: on(id) })));
}
