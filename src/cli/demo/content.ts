import { decodeTextFile } from '../../engine/base/blob.js';
import type { Manifest, Page } from '../../engine/base/types.js';
import { commentableBlocks } from '../../engine/change/anchors/commentable-blocks.js';
import { splitFrontMatter } from '../../engine/text/markdown/front-matter.js';
import { findPageByPath } from '../../engine/tree/manifest/page-index.js';
import { readManifest } from '../../modules/content/revisions/manifests.js';
import { readBlobs } from '../../modules/content/revisions/read-blobs.js';
import type { Demo } from './demo.js';

/** A space or a change request: its table and its id. */
export interface ContentOwner {
  table: 'Space' | 'ChangeRequest';
  id: string;
}

/** Reads the current content of a space or change request. */
export async function readContent(demo: Demo, { table, id }: ContentOwner): Promise<Manifest> {
  const { read } = demo.store;
  const revision = read.sql
    .selectFrom('Revision')
    .select(['organizationId', 'rootHash'])
    .where('id', '=', read.sql.selectFrom(table).select('revisionId').where('id', '=', id));
  return readManifest(read, (await read.first(revision))!);
}

/**
 * Returns the page with a path.
 * @throws if the files of the demo name a page that does not exist
 */
export function pageAt(manifest: Manifest, path: string): Page {
  const found = findPageByPath(manifest, path);
  if (!found) throw new Error(`The files of the demo name the page "${path}", which does not exist`);
  return found.page;
}

/** Reads the Markdown of a page, without front matter. */
export async function readBody({ store, organization }: Demo, { blob, file, id }: Page): Promise<string> {
  const blobs = await readBlobs(store.read, organization, [blob!]);
  return splitFrontMatter(decodeTextFile(blobs.get(blob!)!, file ?? id)).body;
}

/**
 * Returns the key of the innermost block of a page that contains a text.
 * @throws if no block contains it
 */
export async function blockWith(demo: Demo, page: Page, quote: string): Promise<string> {
  const block = commentableBlocks(await readBody(demo, page)).findLast(({ text }) => text.includes(quote));
  if (!block) throw new Error(`The files of the demo quote "${quote}", which ${page.path} does not contain`);
  return block.key;
}
