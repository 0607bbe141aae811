import type { Context } from '../../api/graphql/execution/context.js';
import type { SpecificationPart } from '../../engine/openapi/view/views.js';
import { createCache } from '../../platform/cache/cache.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { SourceName } from '../content/revisions/finders.js';
import { readBlobs } from '../content/revisions/read-blobs.js';
import { findVersion, isSpecificationVisible } from './find-version.js';
import { showInThread } from './read-document.js';

type Version = Row<'OpenAPISpecVersion'>;

/** HTML of a part; null if the document does not have the part. */
interface PartHtml {
  html: string | null;
}

/** Cache of the HTML of parts; see `partKey`. */
const cachedParts = createCache<PartHtml>({
  name: 'OpenAPI documents as HTML',
  weigh: ({ html }) => 2 * (html?.length ?? 0),
});

/** Function that returns the HTML of a part, or null if the document does not have the part. */
export type RenderedParts = (part: SpecificationPart) => string | null;

/**
 * Renders parts of the newest version of a specification as HTML. All parts are null if the specification does not
 * exist or the viewer may not see it. Parts that are not cached are rendered together in a worker thread, in one batch.
 * They cost the caller points in proportion to the length of their HTML.
 * @throws RATE_LIMITED if the caller has too few points left
 */
export async function showParts(
  context: Context,
  name: SourceName,
  parts: readonly SpecificationPart[],
): Promise<RenderedParts> {
  const version = isSpecificationVisible(context, name) ? await findVersion(context, name) : null;
  if (!version) return () => null;
  const partByKey = new Map(parts.map((part) => [partKey(version, part), part]));
  const renderedByKey = new Map([...partByKey.keys()].map((key) => [key, cachedParts.get(key)]));
  const missing = [...partByKey].filter(([key]) => renderedByKey.get(key) === undefined);
  const renderings =
    missing.length > 0
      ? await renderMissing(
          context,
          version,
          missing.map(([, part]) => part),
        )
      : [];
  for (const [index, [key]] of missing.entries()) {
    const rendered = { html: renderings[index] ?? null };
    renderedByKey.set(key, rendered);
    cachedParts.set(key, rendered);
  }
  return (part) => renderedByKey.get(partKey(version, part))?.html ?? null;
}

async function renderMissing(
  context: Context,
  { organizationId, blobHash }: Version,
  parts: readonly SpecificationPart[],
): Promise<readonly (string | null)[]> {
  const bytes = (await readBlobs(context.read, organizationId, [blobHash])).get(blobHash);
  if (!bytes) throw new Error(`The blob ${blobHash} is missing from the store`);
  const renderings = await showInThread(bytes, { parts, tenant: organizationId });
  await context.pay(renderings.reduce((sum, html) => sum + (html?.length ?? 0), 0));
  return renderings;
}

function partKey({ blobHash }: Version, part: SpecificationPart): string {
  return `${blobHash} ${JSON.stringify(part)}`;
}
