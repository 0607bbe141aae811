import { decodeTextFile } from '../../../engine/base/blob.js';
import {
  ContentError,
  type File,
  type Hash,
  type Json,
  type Manifest,
  type ReadBlob,
} from '../../../engine/base/types.js';
import type { ContentEdit, EditContext } from '../../../engine/change/edit/content-edit.js';
import { type ConvertedPage, convertedPages } from '../../../engine/change/edit/converted-pages.js';
import { deletePage } from '../../../engine/change/edit/delete-page.js';
import { insertFiles } from '../../../engine/change/edit/insert-files.js';
import { insertPage } from '../../../engine/change/edit/insert-page.js';
import type { PageFields } from '../../../engine/change/edit/page-fields.js';
import { revertPage } from '../../../engine/change/edit/revert-page.js';
import { setVariables } from '../../../engine/change/edit/set-variables.js';
import { updatePage } from '../../../engine/change/edit/update-page.js';
import { revertBlocks } from '../../../engine/text/document/block-lines.js';
import { splitFrontMatter } from '../../../engine/text/markdown/front-matter.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { newId } from '../../../platform/base/ids.js';
import { pointingInto } from '../../shared/content-errors.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { assignInsertedIds } from './client-refs.js';
import { type DocumentInput, relinkWrittenPage, type TextContext, writtenMarkdown } from './written-text.js';

/** A file to insert, with its bytes. */
export interface FileInput {
  /** Name that the client gives to the file, so that texts in the same request can refer to it. */
  ref?: string | null;
  name: string;
  bytes: Uint8Array;
  contentType: string;
}

type Fields = { [Name in keyof PageFields]: PageFields[Name] | null };

/** A change to the content of a change request; exactly one member is set (`ContentChangeInput` in `openapi.json`). */
export interface ContentChange {
  insertPage?: Fields & { into?: string | null; at?: number | null; ref?: string | null; document: DocumentInput };
  updatePage?: Fields & { page: string; into?: string | null; at?: number | null; document?: DocumentInput | null };
  deletePage?: { page: string };
  revertPage?: { page: string; block?: string[] | null; to: Manifest };
  insertFiles?: { files: FileInput[] };
  /** Variables of the space; null removes one. */
  setVariables?: Record<string, Json>;
}

/** Outcome of a change, for the response. */
export type ContentOutcome =
  | { kind: 'inserted' | 'updated' | 'deleted'; pageId: string; ref?: string | null }
  | { kind: 'files'; files: File[] }
  | { kind: 'variables' };

/** The content after all changes. */
export interface ChangedContent {
  manifest: Manifest;
  blobs: Map<Hash, Uint8Array>;
  outcomes: ContentOutcome[];
  /** Pages whose files were converted to UTF-8. */
  converted: ConvertedPage[];
}

/**
 * Applies the changes in order; each change sees the results of the changes before it.
 * @throws ContentError with a pointer (`changes/0/page`) if a change fails. Then no change is applied.
 */
export function applyChanges(manifest: Manifest, changes: ContentChange[], readBlob: ReadBlob): ChangedContent {
  const state: ChangedContent = { manifest, blobs: new Map(), outcomes: [], converted: [] };
  const blobsRead = new Map<Hash, Uint8Array>();
  const read: ReadBlob = (hash) => {
    const bytes = state.blobs.get(hash) ?? readBlob(hash);
    blobsRead.set(hash, bytes);
    return bytes;
  };
  const recordEdit = ({ manifest: after, blobs }: ContentEdit): void => {
    state.manifest = after;
    for (const [hash, bytes] of blobs) state.blobs.set(hash, bytes);
  };
  const { ids, refs } = assignInsertedIds(changes);
  const written = new Map<string, string>();
  for (const [index, change] of changes.entries()) {
    const pointer = `changes/${index}`;
    const { edit, outcome, isWritten } = applyChange(state.manifest, change, {
      readBlob: read,
      pointer,
      refs,
      ids: ids[index]!,
    });
    recordEdit(edit);
    state.outcomes.push(outcome);
    if (isWritten && 'pageId' in outcome) written.set(outcome.pageId, pointer);
  }
  // A text may refer to an object that a later change inserted.
  for (const [page, pointer] of written)
    recordEdit(relinkWrittenPage(state.manifest, page, { readBlob: read, pointer }));
  return { ...state, converted: convertedPages({ before: manifest, after: state.manifest }, blobsRead) };
}

/** Context of the change that is being applied. */
interface ChangeContext extends TextContext {
  /** Ids of the objects that the change inserts. */
  ids: string[];
}

interface AppliedChange {
  edit: ContentEdit;
  outcome: ContentOutcome;
  /** Whether the change wrote a text that the client sent to a page. */
  isWritten?: boolean;
}

function applyChange(manifest: Manifest, change: ContentChange, context: ChangeContext): AppliedChange {
  if (change.insertPage) return insert(manifest, change.insertPage, context);
  if (change.updatePage) return update(manifest, change.updatePage, context);
  if (change.revertPage) return revert(manifest, change.revertPage, context);
  if (change.setVariables) {
    const edit = { fileId: newId('File'), variables: change.setVariables };
    return { edit: setVariables(manifest, edit, context), outcome: { kind: 'variables' } };
  }
  if (change.insertFiles) return addFiles(manifest, change.insertFiles.files, context);
  const { page } = change.deletePage!;
  return { edit: deletePage(manifest, { page }, context), outcome: { kind: 'deleted', pageId: page } };
}

function insert(
  manifest: Manifest,
  change: NonNullable<ContentChange['insertPage']>,
  context: ChangeContext,
): AppliedChange {
  const { document, into, at, ref, ...fields } = change;
  const [id] = context.ids;
  const markdown = writtenMarkdown(document, { manifest }, context) ?? '';
  const insertion = { id: id!, markdown, into, at: at ?? undefined, ...(omitUndefined(fields) as PageFields) };
  const outcome: ContentOutcome = { kind: 'inserted', pageId: id!, ref };
  return { edit: insertPage(manifest, insertion, context), outcome, isWritten: true };
}

function update(
  manifest: Manifest,
  change: NonNullable<ContentChange['updatePage']>,
  context: ChangeContext,
): AppliedChange {
  const { document, page, into, at, ...fields } = change;
  const markdown = document ? writtenMarkdown(document, { manifest, page }, context) : undefined;
  const place = omitUndefined({ into, at: at ?? undefined, markdown });
  const edit = updatePage(manifest, { page, ...place, ...(omitUndefined(fields) as PageFields) }, context);
  return { edit, outcome: { kind: 'updated', pageId: page }, isWritten: markdown !== undefined };
}

function revert(
  manifest: Manifest,
  change: NonNullable<ContentChange['revertPage']>,
  context: EditContext,
): AppliedChange {
  const { page, block, to } = change;
  const edit = block?.length
    ? revertText(manifest, { page, block, to }, context)
    : revertPage(manifest, { page, to }, context);
  const isGone = !manifestIndex(edit.manifest).pageById.has(page);
  return { edit, outcome: { kind: isGone ? 'deleted' : 'updated', pageId: page } };
}

/** Reverts only the given blocks of a page's text. */
function revertText(
  manifest: Manifest,
  change: { page: string; block: string[]; to: Manifest },
  context: EditContext,
): ContentEdit {
  const current = readBody(manifest, change.page, context);
  const original = readBody(change.to, change.page, context);
  const markdown = pointingInto(`${context.pointer}/block`, () =>
    revertBlocks({ current, original, keys: change.block }),
  );
  return updatePage(manifest, { page: change.page, markdown }, context);
}

function readBody(manifest: Manifest, pageId: string, { readBlob, pointer }: EditContext): string {
  const page = manifestIndex(manifest).pageById.get(pageId)?.page;
  if (!page?.blob)
    throw new ContentError(
      `No page with a text has the id ${JSON.stringify(pageId)} in both revisions`,
      `${pointer}/page`,
    );
  return splitFrontMatter(decodeTextFile(readBlob(page.blob), page.file ?? pageId)).body;
}

function addFiles(manifest: Manifest, files: FileInput[], context: ChangeContext): AppliedChange {
  const insertions = files.map(({ ref: _, ...file }, index) => ({ id: context.ids[index]!, ...file }));
  const edit = insertFiles(manifest, insertions, context);
  return { edit, outcome: { kind: 'files', files: edit.files ?? [] } };
}
