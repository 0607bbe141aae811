import type { Context } from '../../../api/graphql/execution/context.js';
import { includedBlobs, withIncluded } from '../../../engine/tree/links/included-file.js';
import type { PageView } from './content-view.js';
import { addressKey, blobs } from './loaders.js';

/**
 * Replaces includes (`{{#include a.rs:5:10}}`) in the Markdown of a page with files of its revision. Needs one batch of
 * queries if there are any includes, otherwise none.
 */
export async function includeFiles({ loaders }: Context, { page, content }: PageView, markdown: string) {
  const { manifest, revision } = content;
  const { organizationId } = revision;
  const including = { manifest, from: page.file ?? '' };
  const hashes = includedBlobs(markdown, including);
  const contents = await Promise.all(hashes.map((hash) => loaders.load(blobs, addressKey({ organizationId, hash }))));
  const bytesByHash = new Map(
    hashes.flatMap((hash, index) => (contents[index] ? [[hash, contents[index]] as const] : [])),
  );
  return withIncluded(markdown, { ...including, blobs: bytesByHash });
}
