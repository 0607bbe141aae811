import type { Context } from '../../api/graphql/execution/context.js';
import { decodeTextFile } from '../../engine/base/blob.js';
import type { SpecificationDiff } from '../../engine/openapi/diff/diff-documents.js';
import { findReferencedParts } from '../../engine/openapi/reading/mentions.js';
import { operationKey } from '../../engine/openapi/reading/operation-key.js';
import type { Row } from '../../platform/db/query/rows.js';
import { forEachYielding } from '../../platform/workers/event-loop.js';
import { findHeadPage, type PageView } from '../content/revisions/content-view.js';
import { readBlobs } from '../content/revisions/read-blobs.js';
import { isInVisibleSpace } from '../shared/visible.js';

/** A page that shows an operation or schema that changed between two versions. */
export interface Mention {
  page: PageView;
  /** The changed operations that the page shows: method and path (`get /pets`), or the name of a webhook. */
  operations: string[];
  schemas: string[];
}

/** Maximum number of pages that are searched; mentions on later pages are not found. */
const maxPages = 200;

/**
 * Returns the pages that show a changed operation or schema, at the heads of spaces that the viewer can see. Pages that
 * are computed from the specification are left out, because they are updated automatically.
 */
export async function findMentions(
  context: Context,
  specification: Row<'OpenAPISpec'>,
  diff: SpecificationDiff,
): Promise<Mention[]> {
  const { organizationId, id, slug } = specification;
  const names = new Set([id, slug]);
  const found = await Promise.all(
    (await findReferringPages(context, specification)).map((page) => findHeadPage(context, page)),
  );
  const pages = found.filter((page) => page?.page.blob !== undefined) as PageView[];
  const blobs = await readBlobs(context.read, organizationId, [...new Set(pages.map(({ page }) => page.blob!))]);
  const changed = indexChanges(diff);
  const mentions: Mention[] = [];
  await forEachYielding(pages, (page) => {
    const bytes = blobs.get(page.page.blob!);
    if (!bytes) return;
    const references = findReferencedParts(decodeTextFile(bytes, page.id), names);
    const operations = [...references.operations].flatMap((key) => changed.operations.get(key) ?? []);
    const schemas = [...references.schemas].filter((name) => changed.schemas.has(name));
    if (operations.length > 0 || schemas.length > 0) mentions.push({ page, operations, schemas });
  });
  return mentions;
}

async function findReferringPages(
  context: Context,
  { organizationId, id, slug }: Row<'OpenAPISpec'>,
): Promise<string[]> {
  const { read } = context;
  const query = read.sql
    .selectFrom('Link')
    .innerJoin('Space', 'Space.id', 'Link.spaceId')
    .select('Link.pageId')
    .distinct()
    .where('Link.kind', '=', 'openapi')
    .where(read.inList('Link.targetId', [id, slug]))
    .where('Link.organizationId', '=', organizationId)
    .where('Space.deletedAt', 'is', null)
    .where(isInVisibleSpace(context, 'space.view', 'Link.spaceId'))
    .orderBy('Link.pageId')
    .limit(maxPages);
  return (await read.all(query)).map(({ pageId }) => pageId);
}

function indexChanges({ operations, schemas }: SpecificationDiff) {
  return {
    operations: new Map(operations.map((one) => [operationKey(one), `${one.method} ${one.path}`])),
    schemas: new Set(schemas.map(({ name }) => name)),
  };
}
