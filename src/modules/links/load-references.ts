import type { Page } from '../../engine/base/types.js';
import { textsOfPage } from '../../engine/tree/manifest/page-index.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { references } from '../content/content-work/derived-cache.js';
import { loadDerived } from '../content/content-work/load-derived.js';
import type { MovedTexts } from '../content/revisions/head-hooks.js';
import { readBlobsWithExtra } from '../content/revisions/read-blobs.js';
import type { ContentWork } from '../shared/computing.js';
import { pagesWithChangedLinks } from './index-head.js';
import { findUsages, usagesWeight } from './link-rows.js';

/**
 * Reads the texts of changed pages whose references are not cached yet. The returned work finds the references and
 * caches them. It also caches the results of `findUsages` for pages with many references.
 */
export async function loadReferences(queries: Queries, move: MovedTexts): Promise<ContentWork<void>> {
  const { organizationId, spaceId, before, after, blobs } = move;
  const { added } = pagesWithChangedLinks(before, after);
  const read = readBlobsWithExtra(blobs);
  const { weight, run } = await loadDerived(queries, references, {
    organizationId,
    blobs: added.flatMap((page) => textsOfPage(after, page)).flatMap(({ blob }) => blob ?? []),
    readTexts: (reads, missing) => read(reads, organizationId, missing),
  });
  return {
    weight: added.reduce((sum, page) => sum + usagesWeight(cachedReferences(page)), weight),
    async run(reads) {
      await run(reads);
      for (const page of added)
        await findUsages({ organizationId, spaceId, manifest: after }, { page, text: cachedReferences(page) });
    },
  };
}

/** Returns the cached references of a page. */
function cachedReferences({ blob }: Page) {
  return (blob !== undefined && references.get(blob)) || null;
}
