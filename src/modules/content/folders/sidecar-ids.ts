import type { Manifest } from '../../../engine/base/types.js';
import { indexOf } from '../../../engine/tree/manifest/page-index.js';
import { renewIds } from '../../../engine/tree/sidecar/renew-ids.js';
import type { Sidecar } from '../../../engine/tree/sidecar/sidecar.js';
import { type IdKind, kindOf, newId } from '../../../platform/base/ids.js';
import type { Queries } from '../../../platform/db/query/queries.js';

/** A space that a sidecar's content goes to; none for a new one. */
export interface SidecarTarget {
  space?: string;
  head?: Manifest;
}

/**
 * A sidecar with the ids that its content may have in this space: those that the space's head has are kept. So are those
 * that nobody has, where the space that was exported is this one or is not in this database: that restores it. All others
 * belong elsewhere; what lies at the path of a page or file of the head has its id, the rest gets new ones.
 */
export async function withOwnIds(read: Queries, sidecar: Sidecar, target: SidecarTarget): Promise<Sidecar> {
  const { manifest } = sidecar;
  const known = indexOf(target.head ?? { ...manifest, pages: [], files: [], reusableContents: [] });
  const shared = new Set(target.head?.reusableContents.map(({ id }) => id));
  const isOwn = (id: string) => known.pageById.has(id) || known.fileById.has(id) || shared.has(id);
  const things = namedThings(manifest).filter(({ id }) => !isOwn(id));
  const isRestored = sidecar.space === target.space || !(await exists(read, sidecar.space));
  const taken = isRestored
    ? await takenIds(
        read,
        things.map(({ id }) => id),
      )
    : null;
  const foreign = things.filter(({ id, kind }) => taken === null || taken.has(id) || kindOf(id) !== kind);
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
    ...indexOf(manifest).pages.map(({ page }): Named => ({ id: page.id, kind: 'Page', path: page.file })),
    ...files.map(({ id, path }): Named => ({ id, kind: 'File', path })),
    ...reusableContents.map(({ id }): Named => ({ id, kind: 'ReusableContent' })),
  ];
}

async function exists(read: Queries, space: string): Promise<boolean> {
  return (await read.first(read.sql.selectFrom('Space').select('id').where('id', '=', space))) !== undefined;
}

/** Those of the ids that a page or file at the head of any space has, whoever asks: ids are one for all. */
async function takenIds(read: Queries, ids: string[]): Promise<Set<string>> {
  const pages = read.sql.selectFrom('Page').select('id').where(read.inList('id', ids));
  const files = read.sql.selectFrom('File').select('id').where(read.inList('id', ids));
  const rows = [...(await read.all(pages)), ...(await read.all(files))];
  return new Set(rows.map(({ id }) => id));
}
