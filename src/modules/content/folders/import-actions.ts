import type { Hash, Manifest } from '../../../engine/base/types.js';
import { type Checkout, countUncommitted } from '../../../engine/git/checkout.js';
import type { CachedFile } from '../../../engine/tree/import/folder-contents.js';
import { type ImportResult, importFolder } from '../../../engine/tree/import/import-folder.js';
import { emptyManifest } from '../../../engine/tree/manifest/empty-manifest.js';
import { hasSameContent } from '../../../engine/tree/manifest/manifest.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import type { ImportNotice } from '../../../engine/tree/outline/notices.js';
import { readSidecar } from '../../../engine/tree/sidecar/read-sidecar.js';
import { type Sidecar, sidecarFile } from '../../../engine/tree/sidecar/sidecar.js';
import { AppError, badInput, notFound } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import { refusingContent } from '../../shared/content-errors.js';
import { lockTarget, readTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { appendRevision } from '../revisions/append-revision.js';
import { readManifest } from '../revisions/manifests.js';
import { storeInSteps } from '../revisions/store-in-steps.js';
import { insertSpace } from '../space-lifecycle/actions.js';
import { spaceTitle } from '../spaces/space-title.js';
import { withUsableIds } from './sidecar-ids.js';

/** A folder to import, and its destination. */
export interface Import {
  organization: string;
  /** Space to import into; if absent, a new one. */
  space?: string;
  /** Title of a new space. */
  title?: string;
  /** The folder's files by path, read on demand. */
  entries: Map<string, () => Uint8Array>;
  /** Git data of the folder, if it is a checkout. */
  checkout?: Checkout;
  /** Results of an earlier import for files that have not changed since. */
  cachedFiles?: ReadonlyMap<string, CachedFile>;
  /** Whether the first fault that would lose content makes the import fail. */
  strict?: boolean | undefined;
  /** Called after each part of the work, with the completed and total number of files or blobs. */
  onProgress?(step: 'read' | 'store', done: number, total: number): void;
}

/** Result of an import. */
export interface Imported {
  spaceId: string;
  /** The new head; null if the space already has the same content. */
  revisionId: string | null;
  pages: number;
  files: number;
  /** Faults that did not stop the import. */
  notices: ImportNotice[];
  /** Number of files that differ from the commit of the checkout. */
  uncommitted: number;
  /** Results for each file, for the next import of the folder. */
  cachedFiles: ReadonlyMap<string, CachedFile>;
}

/**
 * Imports a folder as one revision that changes only the pages and files that differ from the head. Stores the content
 * first, in short steps that can be repeated. One short transaction at the end makes it visible, so that a failed
 * import has no visible effect.
 * @throws BAD_USER_INPUT that names the invalid file; NOT_FOUND, FORBIDDEN (also for a locked space); CONFLICT if the
 * space changed meanwhile.
 */
export async function importIntoSpace(actor: Actor, input: Import): Promise<Imported> {
  checkTitle(input.title);
  // Callers without permission are refused before anything is read or stored.
  await runAction(actor, (unit) => requireTarget(unit, input));
  const head = input.space === undefined ? null : await readHead(actor.store, input.organization, input.space);
  const sidecar = await readUsableSidecar(actor.store, input, head);
  const result = await refusingContent(async () =>
    importFolder({
      entries: input.entries,
      ...(sidecar && { sidecar }),
      ...(head && { previous: head.manifest }),
      ...(input.checkout && { git: input.checkout }),
      ...(input.cachedFiles && { cachedFiles: input.cachedFiles }),
      ...(input.strict && { strict: true }),
      newId,
      onProgress: (done: number, total: number) => input.onProgress?.('read', done, total),
    }),
  );
  const isUnchanged = head !== null && hasSameContent(head.manifest, result.manifest);
  if (!isUnchanged) await storeImported(actor.store, input, result);
  const written = isUnchanged
    ? { spaceId: input.space!, revisionId: null }
    : await runAction(actor, (unit) => publish(unit, { input, head, result }));
  const { checkout } = input;
  const { oids, cachedFiles } = result;
  return {
    ...written,
    ...summarize(result),
    uncommitted: checkout ? countUncommitted(checkout, oids) : 0,
    cachedFiles,
  };
}

/** Returns the folder's sidecar, with ids that the space may use; undefined if the folder has none. */
async function readUsableSidecar(
  { read }: Store,
  { entries, space }: Import,
  head: Head | null,
): Promise<Sidecar | undefined> {
  const bytes = entries.get(sidecarFile);
  if (!bytes) return undefined;
  const sidecar = await refusingContent(async () => readSidecar(bytes()));
  return withUsableIds(read, sidecar, { space, head: head?.manifest });
}

function checkTitle(title = ''): void {
  const { maxLength } = spaceTitle;
  if (title.length <= maxLength) return;
  throw badInput('title', `\`title\` must have at most ${maxLength} characters (got ${title.length})`);
}

async function requireTarget(unit: UnitOfWork, { organization, space }: Import): Promise<void> {
  if (space === undefined) await readTarget(unit, 'Organization', organization, 'organization.createContent');
  else await readTarget(unit, 'Space', space, 'space.edit');
}

function summarize(result: ImportResult): Pick<Imported, 'pages' | 'files' | 'notices'> {
  const { manifest, notices } = result;
  const count = (pages: Manifest['pages']): number =>
    pages.reduce((sum, page) => sum + 1 + count(page.children ?? []), 0);
  return { pages: count(manifest.pages), files: manifest.files.length, notices };
}

interface Head {
  revisionId: string;
  rootHash: Hash;
  manifest: Manifest;
}

async function readHead({ read }: Store, organizationId: string, spaceId: string): Promise<Head> {
  const query = read.sql
    .selectFrom('Space')
    .innerJoin('Revision', 'Revision.id', 'Space.revisionId')
    .select(['Revision.id as revisionId', 'Revision.rootHash'])
    .where('Space.id', '=', spaceId)
    .where('Space.organizationId', '=', organizationId)
    .where('Space.deletedAt', 'is', null);
  const row = await read.first(query);
  if (!row) throw notFound('space', spaceId);
  return { ...row, manifest: await readManifest(read, { organizationId, rootHash: row.rootHash }) };
}

async function storeImported(
  store: Store,
  { organization, onProgress }: Import,
  { blobs, manifest }: ImportResult,
): Promise<void> {
  await storeInSteps(store, {
    organizationId: organization,
    blobs,
    texts: new Set(manifestIndex(manifest).pages.map(({ page }) => page.blob)),
    onStored: (done) => onProgress?.('store', done, blobs.size),
  });
}

interface Publication {
  input: Import;
  head: Head | null;
  result: ImportResult;
}

async function publish(
  unit: UnitOfWork,
  { input, head, result }: Publication,
): Promise<{ spaceId: string; revisionId: string }> {
  const organizationId = input.organization;
  const space = head ? await lockUnchangedSpace(unit, input, head) : await createSpaceForImport(unit, input);
  const { id: spaceId, revisionId: parentId } = space;
  const branch = { organizationId, spaceId, parentId };
  const revisionId = await appendRevision(unit, branch, {
    type: 'edits',
    before: head?.manifest ?? emptyManifest,
    after: result.manifest,
    blobs: new Map(),
    ...(input.checkout && { git: { ...input.checkout.commit } }),
  });
  unit.record({ organizationId, action: 'import', targetId: spaceId, changes: { revision: revisionId } });
  return { spaceId, revisionId };
}

async function lockUnchangedSpace(
  unit: UnitOfWork,
  { space: spaceId, organization }: Import,
  head: Head,
): Promise<Row<'Space'>> {
  const space = await lockTarget(unit, 'Space', spaceId!, 'space.edit');
  const { id, revisionId, organizationId } = space;
  // The space was transferred meanwhile, but its content was stored in the former organization.
  if (organizationId !== organization) throw notFound('space', id);
  if (revisionId === head.revisionId) return space;
  throw new AppError('CONFLICT', `The space ${id} changed while the folder was read; run the import again`);
}

async function createSpaceForImport(
  unit: UnitOfWork,
  { organization, title = 'Untitled' }: Import,
): Promise<Row<'Space'>> {
  await readTarget(unit, 'Organization', organization, 'organization.createContent');
  const id = await insertSpace(unit, organization, { title });
  return lockTarget(unit, 'Space', id, 'space.edit');
}
