import type { TestApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { seedManual } from '../../manual-space.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';
import { readOrganizationRows, type StoredRow } from './rows-of.js';

/** Objects that actions change, and users who act. Includes ids of deleted objects. */
export interface World {
  test: TestApp;
  organization: string;
  /** Users who act: an admin, and a member who can only comment. */
  people: [Person, Person];
  space: string;
  /** Page of the space whose text conflicts in some change requests. */
  page: string;
  /** Head revisions that the space has had. */
  heads: string[];
  paths: PathsByKind;
}

/** Paths in `/v1` of the objects that actions change, by kind of object. */
type PathsByKind = Record<'comments' | 'replies' | 'proposals' | 'spaces' | 'collections', string[]>;

/** Creates a space with conflicting change requests, comments, other spaces and a collection. */
export async function makeWorld(test: TestApp): Promise<World> {
  const { id: organization, admin } = await seedOrganization(test);
  const manual = await seedManual(test, { id: organization, admin });
  const { token } = admin;
  const head = async () => (await test.rest('GET', `/spaces/${manual.id}`, { token })).body.revision;
  const heads = [await head()];
  const page = manual.page('guide/install');
  const proposals = await Promise.all(Array.from({ length: 4 }, () => openChangeRequest(test, manual.id, token)));
  for (const [index, { change }] of proposals.entries()) {
    const document = { markdown: `# Install\n\nAs ${index} has it.\n` };
    await change({ operation: 'update_page', page, title: `As ${index} has it`, document });
  }
  await proposals[0]!.merge();
  heads.push(await head());
  for (const kind of ['spaces', 'collections'])
    await test.rest('POST', `/orgs/${organization}/${kind}`, { token, body: {} });
  const body = { body: { markdown: 'First' } };
  const { id } = (await test.rest('POST', `/spaces/${manual.id}/comments`, { token, body })).body;
  await test.rest('POST', `/spaces/${manual.id}/comments/${id}/replies`, { token, body });
  const people: World['people'] = [admin, await seedMember(test, organization, 'comment')];
  const paths = { comments: [], replies: [], proposals: [], spaces: [], collections: [] };
  const world = { test, organization, people, space: manual.id, page, heads, paths };
  return withCurrentPaths(world, await readOrganizationRows(test.store.read, organization));
}

/**
 * Returns the world with the paths of the current rows. Retains the last three deleted or merged objects of each kind.
 */
export function withCurrentPaths(world: World, rows: readonly StoredRow[]): World {
  const rowsIn = (table: string) => rows.filter((kept) => kept.table === table).map(({ row }) => row);
  const placeOf = ({ spaceId, changeRequestId }: { spaceId: string; changeRequestId: string | null }): string =>
    `/spaces/${spaceId}${changeRequestId === null ? '' : `/change-requests/${changeRequestId}`}`;
  const comments = rowsIn('Comment');
  const found: PathsByKind = {
    comments: comments.flatMap((row) => (row.threadId === null ? `${placeOf(row)}/comments/${row.id}` : [])),
    replies: comments.flatMap((row) =>
      row.threadId === null ? [] : `${placeOf(row)}/comments/${row.threadId}/replies/${row.id}`,
    ),
    proposals: rowsIn('ChangeRequest').flatMap(({ spaceId, id, status }) =>
      status === 'merged' ? [] : `/spaces/${spaceId}/change-requests/${id}`,
    ),
    // Excludes the space that most actions use.
    spaces: rowsIn('Space').flatMap(({ id }) => (id === world.space ? [] : `/spaces/${id}`)),
    collections: rowsIn('Collection').map(({ id }) => `/collections/${id}`),
  };
  const recentlyRemoved = (kind: keyof PathsByKind) =>
    world.paths[kind].filter((path) => !found[kind].includes(path)).slice(-3);
  const all = Object.entries(found).map(([kind, paths]) => [
    kind,
    [...recentlyRemoved(kind as keyof PathsByKind), ...paths],
  ]);
  return { ...world, paths: Object.fromEntries(all) };
}
