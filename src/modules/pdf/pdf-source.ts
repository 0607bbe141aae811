import { createHash } from 'node:crypto';
import type { Manifest } from '../../engine/base/types.js';
import { manifestIndex } from '../../engine/tree/manifest/page-index.js';
import { inLiveOrganization } from '../../platform/db/query/live-organizations.js';
import type { Queries } from '../../platform/db/query/queries.js';
import type { PdfLink } from '../../platform/secrets/pdf-link.js';
import { rendererVersion } from '../../render/pdf/blocks/input.js';
import { optionalFamilies } from '../../render/pdf/fonts/scripts.js';
import { isInstalled } from '../../render/pdf/fonts/slices.js';
import { readManifest } from '../content/revisions/manifests.js';
import { type Selection, textSources } from './selected-pages.js';
import { readUsedSpecifications, type UsedSpecifications } from './used-specifications.js';

/** Inputs of a PDF. */
export interface PdfSource {
  organizationId: string;
  spaceId: string;
  /** Hash of the revision's content. */
  rootHash: string;
  title: string;
  language: string | null;
  manifest: Manifest;
  selection: Selection;
  specifications: UsedSpecifications;
}

/**
 * Finds the inputs of a PDF by its link. Returns null if the organization is deleted, the space or the revision no
 * longer exists, or the revision does not have the page. It takes one batch of queries, more batches for content that
 * is not cached, and one batch for specifications if there are any.
 */
export async function findSource(read: Queries, link: PdfLink): Promise<PdfSource | null> {
  const { spaceId, revisionId, page, withoutSubpages } = link;
  const query = read.sql
    .selectFrom('Revision')
    .innerJoin('Space', 'Space.id', 'Revision.spaceId')
    .select(['Space.organizationId', 'Space.title', 'Space.language', 'Revision.rootHash', 'Revision.spaceId'])
    .where('Revision.id', '=', revisionId)
    .where('Space.id', '=', spaceId)
    .where('Space.deletedAt', 'is', null)
    .where(inLiveOrganization('Space.organizationId'));
  const revision = await read.first(query);
  if (!revision) return null;
  const manifest = await readManifest(read, revision);
  if (page !== null && !manifestIndex(manifest).pageById.has(page)) return null;
  const selection = { page, only: withoutSubpages };
  const texts = link.showsSpecifications ? textSources(manifest, selection) : [];
  const specifications = await readUsedSpecifications(read, revision.organizationId, texts);
  return { ...revision, manifest, selection, specifications };
}

/** Returns a hash of all inputs of a PDF: links with an equal hash give equal bytes. */
export function sourceHash(source: PdfSource, base: string): string {
  const { spaceId, rootHash, title, language, selection, specifications } = source;
  const { page, only } = selection;
  const fonts = optionalFamilies.filter(isInstalled);
  const parts = [rendererVersion, spaceId, rootHash, title, language, page, only, base, [...specifications], fonts];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
