import { createHash } from 'node:crypto';
import { rendererVersion } from '../../pdf/input.js';
import type { PdfLink } from '../../signed/pdf-link.js';
import type { Queries } from '../../store/queries.js';

/** What a PDF is made from. */
export interface PdfSource {
  organizationId: string;
  spaceId: string;
  /** Hash of the revision's content. */
  rootHash: string;
  title: string;
  language: string | null;
}

/** Finds what a link names; null where the space or the revision is no more. One batch. */
export async function findSource(read: Queries, { spaceId, revisionId }: PdfLink): Promise<PdfSource | null> {
  const query = read.sql
    .selectFrom('Revision')
    .innerJoin('Space', 'Space.id', 'Revision.spaceId')
    .select(['Space.organizationId', 'Space.title', 'Space.language', 'Revision.rootHash', 'Revision.spaceId'])
    .where('Revision.id', '=', revisionId)
    .where('Space.id', '=', spaceId)
    .where('Space.deletedAt', 'is', null);
  return (await read.first(query)) ?? null;
}

/** One hash for all that a PDF depends on: two links of one hash give the same bytes. */
export function sourceHash(source: PdfSource, { page, only }: PdfLink, base: string): string {
  const { spaceId, rootHash, title, language } = source;
  const parts = [rendererVersion, spaceId, rootHash, title, language, page, only, base];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
