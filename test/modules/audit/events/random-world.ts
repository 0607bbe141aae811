import type { TestApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { seedManual } from '../../manual-space.js';
import { openProposal } from '../../review/change-requests/proposal.js';
import { type Kept, rowsOf } from './rows-of.js';

/** What there is to act on, and who acts; ids of what is gone are among them. */
export interface World {
  test: TestApp;
  organization: string;
  /** An admin, and who may but comment. */
  people: [Person, Person];
  space: string;
  /** A page of the space, whose text is at odds in some change requests. */
  page: string;
  /** Revisions that the space has had. */
  heads: string[];
  paths: Paths;
}

/** What acts are done to, by its paths in `/v1`. */
type Paths = Record<'comments' | 'replies' | 'proposals' | 'spaces' | 'collections', string[]>;

/** A space with change requests that are at odds with it, comments, other spaces and a collection. */
export async function makeWorld(test: TestApp): Promise<World> {
  const { id: organization, admin } = await seedOrganization(test);
  const manual = await seedManual(test, { id: organization, admin });
  const { token } = admin;
  const head = async () => (await test.rest('GET', `/spaces/${manual.id}`, { token })).body.revision;
  const heads = [await head()];
  const page = manual.page('guide/install');
  const proposals = await Promise.all(Array.from({ length: 4 }, () => openProposal(test, manual.id, token)));
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
  return withAll(world, await rowsOf(test.store.read, organization));
}

/** The world as it is by now; the last few things that are gone, or merged, are still asked for. */
export function withAll(world: World, rows: readonly Kept[]): World {
  const rowsIn = (table: string) => rows.filter((kept) => kept.table === table).map(({ row }) => row);
  const placeOf = ({ spaceId, changeRequestId }: { spaceId: string; changeRequestId: string | null }): string =>
    `/spaces/${spaceId}${changeRequestId === null ? '' : `/change-requests/${changeRequestId}`}`;
  const comments = rowsIn('Comment');
  const found: Paths = {
    comments: comments.flatMap((row) => (row.threadId === null ? `${placeOf(row)}/comments/${row.id}` : [])),
    replies: comments.flatMap((row) =>
      row.threadId === null ? [] : `${placeOf(row)}/comments/${row.threadId}/replies/${row.id}`,
    ),
    proposals: rowsIn('ChangeRequest').flatMap(({ spaceId, id, status }) =>
      status === 'merged' ? [] : `/spaces/${spaceId}/change-requests/${id}`,
    ),
    // Without the space that most is done in.
    spaces: rowsIn('Space').flatMap(({ id }) => (id === world.space ? [] : `/spaces/${id}`)),
    collections: rowsIn('Collection').map(({ id }) => `/collections/${id}`),
  };
  const gone = (kind: keyof Paths) => world.paths[kind].filter((path) => !found[kind].includes(path)).slice(-3);
  const all = Object.entries(found).map(([kind, paths]) => [kind, [...gone(kind as keyof Paths), ...paths]]);
  return { ...world, paths: Object.fromEntries(all) };
}
