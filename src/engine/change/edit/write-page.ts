import { decodeTextFile } from '../../base/blob.js';
import type { Manifest } from '../../base/types.js';
import { storeTexts } from '../../tree/pages/blobs.js';
import { writeText } from '../../tree/pages/text.js';
import type { ContentEdit, EditContext } from './content-edit.js';
import { frontMatterOf, type PageFields } from './page-fields.js';
import { checkText, getPage } from './page-rules.js';

/** A new text for a page, and the fields that are also in its front matter. */
export interface PageWriting {
  pageId: string;
  /** Text without front matter. If absent, the text does not change. */
  markdown?: string;
  fields: PageFields;
}

/**
 * Writes a document's file: the given Markdown, and the changed fields in its front matter. Then resolves the links in
 * the text. A page without a file (group, link, computed) does not change.
 * @throws ContentError for text over 1 MiB, with NUL or with lone surrogates
 */
export function writePage(manifest: Manifest, writing: PageWriting, context: EditContext): ContentEdit {
  const { page } = getPage(manifest, writing.pageId, `${context.pointer}/page`);
  if (page.file === undefined) return { manifest, blobs: new Map() };
  const pointer = `${context.pointer}/document`;
  const { markdown } = writing;
  if (markdown !== undefined) checkText('document', markdown, pointer);
  const present = page.blob === undefined ? '' : decodeTextFile(context.readBlob(page.blob), page.file);
  const text = writeText(present, { markdown, fields: frontMatterOf(page, writing.fields) });
  const isSame = page.blob !== undefined && text === present;
  return isSame ? { manifest, blobs: new Map() } : storeTexts(manifest, new Map([[page.id, text]]), pointer);
}
