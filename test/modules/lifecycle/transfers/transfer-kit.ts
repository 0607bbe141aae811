import { manifestOf } from '../../../../src/engine/tree/manifest/manifest.js';
import type { RestResponse, TestApp } from '../../../support/app.js';
import { blobsOf } from '../../../support/manifest-blobs.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';

/** Two organizations, and a user who is admin of both. */
export interface Scene {
  from: string;
  to: string;
  /** Admins of only one organization. */
  fromAdmin: Person;
  toAdmin: Person;
  both: Person;
  /** Transfers a space or collection as the given person. The default target organization is `to`. */
  transfer(id: string, who?: { token: string }, organization?: string): Promise<RestResponse>;
}

/** Creates two organizations, their admins, and a user who is admin of both. */
export async function setScene(test: TestApp): Promise<Scene> {
  const [from, to] = [await seedOrganization(test, 'From'), await seedOrganization(test, 'To')];
  const adminOfBoth = await seedMember(test, from.id, 'admin');
  await addMember(test, to.id, { id: adminOfBoth.id, role: 'admin' });
  const transfer: Scene['transfer'] = (id, { token } = adminOfBoth, organization = to.id) =>
    test.rest('POST', `${pathOf(id)}/transfer`, { token, body: { organization } });
  return { from: from.id, to: to.id, fromAdmin: from.admin, toAdmin: to.admin, both: adminOfBoth, transfer };
}

/** Makes a user a member of another organization. */
export async function addMember(
  { store }: TestApp,
  organizationId: string,
  { id: userId, role }: { id: string; role: string | null },
): Promise<void> {
  const data = { organizationId, userId, role, disabled: false, sso: false, joinedAt: new Date() };
  await store.transaction(async ({ prisma }) => void (await prisma.member.create({ data })));
}

/** Returns the path of a space or a collection in `/v1`. */
export function pathOf(id: string): string {
  return id.startsWith('spc_') ? `/spaces/${id}` : `/collections/${id}`;
}

/**
 * Reads all revisions of a space, including those of change requests, from the database only. Returns their number.
 * @throws Error for a node or a blob that their organization does not have
 */
export async function expectCompleteRevisions({ store }: TestApp, space: string): Promise<number> {
  const { read } = store;
  const query = read.sql.selectFrom('Revision').select(['organizationId', 'rootHash']).where('spaceId', '=', space);
  const revisions = await read.all(query);
  for (const { organizationId, rootHash } of revisions) {
    const rowsIn = (table: 'TreeNode' | 'Blob', hashes: string[]) => {
      const rows = read.sql.selectFrom(table).select('hash').where('organizationId', '=', organizationId);
      return rows.where(read.inList('hash', hashes));
    };
    const manifest = await manifestOf(rootHash, async (hashes) => {
      const rows = await read.all(rowsIn('TreeNode', hashes).select('TreeNode.content' as 'hash'));
      return new Map((rows as unknown as { hash: string; content: string }[]).map((row) => [row.hash, row.content]));
    });
    const named = blobsOf(manifest);
    const there = new Set((await read.all(rowsIn('Blob', named))).map(({ hash }) => hash));
    const missing = named.filter((hash) => !there.has(hash));
    if (missing.length > 0) throw new Error(`${organizationId} lacks ${missing.length} blobs of ${rootHash}`);
  }
  return revisions.length;
}

/** Returns the ids of the organizations that own rows of a space. There must be exactly one. */
export async function organizationsOfSpaceRows({ store }: TestApp, space: string): Promise<string[]> {
  const { read } = store;
  const tables = [
    'Revision',
    'ChangeRequest',
    'Page',
    'File',
    'Link',
    'LinkSpace',
    'SearchPage',
    'SearchSpace',
  ] as const;
  const own = await Promise.all(
    tables.map((table) => {
      const rows = read.sql
        .selectFrom(table as 'Page')
        .select('organizationId')
        .distinct();
      return read.all(rows.where('spaceId', '=', space));
    }),
  );
  return [...new Set(own.flat().map(({ organizationId }) => organizationId))];
}

/** Returns the events of an organization: action, target and changes, newest last. */
export async function eventsOf({ store: { read } }: TestApp, organization: string) {
  const query = read.sql.selectFrom('Event').select(['sequence', 'action', 'targetId', 'changes']);
  return read.all(query.where('organizationId', '=', organization).orderBy('sequence'));
}
