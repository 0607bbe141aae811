import type { Manifest } from '../../../engine/base/types.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { renewIds } from '../../../engine/tree/sidecar/renew-ids.js';
import type { Sidecar } from '../../../engine/tree/sidecar/sidecar.js';
import { type IdKind, idKind, newId } from '../../../platform/base/ids.js';
import type { Queries } from '../../../platform/db/query/queries.js';

/** Destination of a sidecar's content; empty for a new space. */
export interface SidecarTarget {
  space?: string;
  head?: Manifest;
}

/**
 * Returns a sidecar with ids that this space may use. Retains ids at the space's head. To restore a space, also retains
 * unused ids if the exported space is this one or is not in this database. Replaces all other ids: by that of the page
 * or file at the same path of the head, otherwise by a new one.
 */
export async function withUsableIds(read: Queries, sidecar: Sidecar, target: SidecarTarget): Promise<Sidecar> {
  const { manifest } = sidecar;
  const known = manifestIndex(target.head ?? { ...manifest, pages: [], files: [], reusableContents: [] });
  const shared = new Set(target.head?.reusableContents.map(({ id }) => id));
  const isOwn = (id: string) => known.pageById.has(id) || known.fileById.has(id) || shared.has(id);
  const things = namedThings(manifest).filter(({ id }) => !isOwn(id));
  const isRestored = sidecar.space === target.space || !(await exists(read, sidecar.space));
  const idsInUse = isRestored
    ? await findIdsInUse(
        read,
        things.map(({ id }) => id),
      )
    : null;
  const foreign = things.filter(({ id, kind }) => idsInUse === null || idsInUse.has(id) || idKind(id) !== kind);
  const used = new Set(namedThings(manifest).map(({ id }) => id));
  const renewed = foreign.map(({ id, kind, path }): [string, string] => {
    const there =
      path === undefined
        ? undefined
        : (kind === 'Page' ? known.pageByFile.get(path)?.page : known.fileByPath.get(path))?.id;
    return [id, there === undefined || used.has(there) ? newId(kind) : there];
  });
  return { ...sidecar, manifest: renewIds(manifest, new Map(renewed)) };
}

interface Named {
  id: string;
  kind: IdKind;
  /** Path of its file in the folder. */
  path?: string;
}

function namedThings(manifest: Manifest): Named[] {
  const { files, reusableContents } = manifest;
  return [
    ...manifestIndex(manifest).pages.map(({ page }): Named => ({ id: page.id, kind: 'Page', path: page.file })),
    ...files.map(({ id, path }): Named => ({ id, kind: 'File', path })),
    ...reusableContents.map(({ id }): Named => ({ id, kind: 'ReusableContent' })),
  ];
}

async function exists(read: Queries, space: string): Promise<boolean> {
  return (await read.first(read.sql.selectFrom('Space').select('id').where('id', '=', space))) !== undefined;
}

/** Returns the given ids that a page or file at the head of any space has. Ids are unique across all organizations. */
async function findIdsInUse(read: Queries, ids: string[]): Promise<Set<string>> {
  const pages = read.sql.selectFrom('Page').select('id').where(read.inList('id', ids));
  const files = read.sql.selectFrom('File').select('id').where(read.inList('id', ids));
  const rows = [...(await read.all(pages)), ...(await read.all(files))];
  return new Set(rows.map(({ id }) => id));
}
