import type { Manifest } from '../../../engine/base/types.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { renewIds } from '../../../engine/tree/sidecar/renew-ids.js';
import type { Sidecar } from '../../../engine/tree/sidecar/sidecar.js';
import { type IdKind, idKind, newId } from '../../../platform/base/ids.js';
import type { Queries } from '../../../platform/db/query/queries.js';

/** Destination of a sidecar's content. Both members are absent for a new space. */
export interface SidecarTarget {
  space?: string;
  head?: Manifest;
}

/**
 * Returns a sidecar with ids that this space may use. Keeps ids that are at the space's head. Also keeps ids that no
 * space uses, if the exported space is this one or is not in this database. So an import can restore a space. Replaces
 * each other id with the id of the page or file that has the same path at the head. If there is none, replaces it with
 * a new id.
 */
export async function withUsableIds(read: Queries, sidecar: Sidecar, target: SidecarTarget): Promise<Sidecar> {
  const { manifest } = sidecar;
  const headIndex = manifestIndex(target.head ?? { ...manifest, pages: [], files: [], reusableContents: [] });
  const headReusableIds = new Set(target.head?.reusableContents.map(({ id }) => id));
  const isAtHead = (id: string) => headIndex.pageById.has(id) || headIndex.fileById.has(id) || headReusableIds.has(id);
  const objects = identifiedObjects(manifest).filter(({ id }) => !isAtHead(id));
  const mayRestore = sidecar.space === target.space || !(await spaceExists(read, sidecar.space));
  const idsInUse = mayRestore
    ? await findIdsInUse(
        read,
        objects.map(({ id }) => id),
      )
    : null;
  const objectsToRename = objects.filter(
    ({ id, kind }) => idsInUse === null || idsInUse.has(id) || idKind(id) !== kind,
  );
  const sidecarIds = new Set(identifiedObjects(manifest).map(({ id }) => id));
  const newIdByOldId = objectsToRename.map(({ id, kind, path }): [string, string] => {
    const idAtPath =
      path === undefined
        ? undefined
        : (kind === 'Page' ? headIndex.pageByFile.get(path)?.page : headIndex.fileByPath.get(path))?.id;
    return [id, idAtPath === undefined || sidecarIds.has(idAtPath) ? newId(kind) : idAtPath];
  });
  return { ...sidecar, manifest: renewIds(manifest, new Map(newIdByOldId)) };
}

interface IdentifiedObject {
  id: string;
  kind: IdKind;
  /** Path of the file in the folder. */
  path?: string;
}

function identifiedObjects(manifest: Manifest): IdentifiedObject[] {
  const { files, reusableContents } = manifest;
  return [
    ...manifestIndex(manifest).pages.map(
      ({ page }): IdentifiedObject => ({ id: page.id, kind: 'Page', path: page.file }),
    ),
    ...files.map(({ id, path }): IdentifiedObject => ({ id, kind: 'File', path })),
    ...reusableContents.map(({ id }): IdentifiedObject => ({ id, kind: 'ReusableContent' })),
  ];
}

async function spaceExists(read: Queries, space: string): Promise<boolean> {
  return (await read.first(read.sql.selectFrom('Space').select('id').where('id', '=', space))) !== undefined;
}

/** Returns the given ids that a page or file at the head of any space has. Ids are unique across all organizations. */
async function findIdsInUse(read: Queries, ids: string[]): Promise<Set<string>> {
  const pages = read.sql.selectFrom('Page').select('id').where(read.inList('id', ids));
  const files = read.sql.selectFrom('File').select('id').where(read.inList('id', ids));
  const rows = [...(await read.all(pages)), ...(await read.all(files))];
  return new Set(rows.map(({ id }) => id));
}
