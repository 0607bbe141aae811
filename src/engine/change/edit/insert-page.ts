import type { Manifest, Page } from '../../base/types.js';
import { scanMarkdown } from '../../text/links/scan.js';
import { plainHeading } from '../../text/markdown/plain-text.js';
import { addressBelow, claimAddress, joinPath, usedAddresses } from '../../tree/pages/address.js';
import { slugOf } from '../../tree/pages/slug.js';
import { insertIntoTree } from '../../tree/pages/tree.js';
import type { ContentEdit, EditContext } from './content-edit.js';
import { checkFields, type PageFields, withFields } from './page-fields.js';
import { checkPosition, countSiblings, getParent } from './page-rules.js';
import { writePage } from './write-page.js';

/** Input of the change `insert_page`, with its document already converted to Markdown. */
export interface PageInsertion extends PageFields {
  /** Id of the new page. */
  id: string;
  /** Id of the new parent; absent or null for the top level. */
  into?: string | null;
  /** Index among the siblings, from 0 to their number; absent for the end. */
  at?: number;
  /** Text without front matter. */
  markdown: string;
}

/**
 * Inserts a document. Without a title, its title is its first heading, as in an import, or `Untitled`. Its path is its
 * parent's path plus its slug (from `slug`, otherwise from the title). Its file is in the folder of the parent's
 * sub-pages. If the path or file is already used, both get a numeric suffix.
 * @throws ContentError naming the field: `into` unknown or not allowed, `at` out of range, invalid fields or text
 */
export function insertPage(manifest: Manifest, insertion: PageInsertion, context: EditContext): ContentEdit {
  const { pointer } = context;
  checkFields(insertion, pointer);
  const parent = getParent(manifest, insertion.into ?? null, `${pointer}/into`);
  const parentId = parent?.page.id ?? null;
  const at = checkPosition(insertion.at, countSiblings(manifest, parentId), `${pointer}/at`);
  const page = newPage(manifest, parent?.page ?? null, insertion);
  const inserted = { ...manifest, pages: insertIntoTree(manifest.pages, { parentId, at }, page) };
  return {
    ...writePage(inserted, { pageId: page.id, markdown: insertion.markdown, fields: insertion }, context),
    pageId: page.id,
  };
}

function newPage(manifest: Manifest, parent: Page | null, insertion: PageInsertion): Page {
  const title = insertion.title ?? (plainHeading(scanMarkdown(insertion.markdown, 0).heading) || 'Untitled');
  const slug = slugOf(insertion.slug || title);
  const above = addressBelow(parent, manifest.root);
  const preferred = { path: joinPath(above.path, slug), file: `${joinPath(above.folder, slug)}.md` };
  const address = claimAddress(usedAddresses(manifest), preferred);
  return withFields({ id: insertion.id, type: 'document', title, ...address }, insertion);
}
