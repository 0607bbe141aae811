import { decodeTextFile } from '../../../engine/base/blob.js';
import type { ContentRef, Hash, Manifest, Page, ReadBlob } from '../../../engine/base/types.js';
import { type ContentCopy, copyContent } from '../../../engine/change/copy/copy-content.js';
import type { ComparisonBudget } from '../../../engine/change/diff/budget.js';
import { measureDiff } from '../../../engine/change/diff/diff-size.js';
import { textHunks } from '../../../engine/change/diff/text-hunks.js';
import { mergeManifests } from '../../../engine/change/merge/merge.js';
import { isOpen, type Resolutions } from '../../../engine/change/merge/resolution.js';
import { type Decision, resolveConflicts } from '../../../engine/change/merge/resolve.js';
import { tokenizedSections } from '../../../engine/search/page-sections.js';
import { findWords } from '../../../engine/search/page-words.js';
import { copySource, type SourceCopy } from '../../../engine/translation/space/copy-source.js';
import {
  mergeResult,
  type ResultMerge,
  remainingStale,
  type StaleParts,
} from '../../../engine/translation/space/merge-result.js';
import { type TranslationInput, textsToTranslate } from '../../../engine/translation/space/texts-to-translate.js';
import { type TextsToTranslate, translateTexts } from '../../../engine/translation/space/translate-texts.js';
import { type ManifestToTranslate, translatedManifest } from '../../../engine/translation/space/translated-manifest.js';
import { usagesOf } from '../../../engine/tree/links/page-usages.js';
import type { ReferenceSource } from '../../../engine/tree/links/parsed-reference.js';
import { createDestinationWriter } from '../../../engine/tree/links/references.js';
import { findReferences, type TextReferences } from '../../../engine/tree/links/text-references.js';
import { readRedirects } from '../../../engine/tree/redirects/redirects.js';
import { newId } from '../../../platform/base/ids.js';
import { packList } from '../../../platform/workers/packed-list.js';
import type { renderText } from '../../../render/html/render-text.js';
import { applyChanges, type ContentChange } from './content-changes.js';
import { previewMerge } from './merge-preview.js';
import { type Blobs, blobReader } from './missing-blob.js';
import { unpackDocuments } from './packed-documents.js';
import { evaluateDocumentWithInputs, linkedDocument, readDocument, readMarkdown, type TextInput } from './read-text.js';
import { findBlock, type PairedTexts, pairBlockKeys, type SearchedTexts } from './text-blocks.js';
import { type CommentDocument, writeComment } from './written-text.js';

/**
 * The three versions of a merge, and the resolutions of its conflicts. `base` is the common ancestor, `ours` the
 * space's head, `theirs` the change request.
 */
export interface Versions {
  base: Manifest;
  ours: Manifest;
  theirs: Manifest;
  resolutions?: Resolutions;
}

/** A copy of a template, without the functions of `ContentCopy`, which cannot be cloned. */
type Copy = Pick<ContentCopy, 'source' | 'target' | 'pointer'> & { parameters: Map<string, ContentRef> | null };

/** Two versions of a text, and the budget for comparing them. */
interface Comparison {
  before: string;
  after: string;
  budget: ComparisonBudget;
}

/** A page's file, and the hash of its blob. */
interface PageFile {
  blob: Hash;
  bytes: Uint8Array;
}

/**
 * The HTML renderer, which includes grammars for code. Loaded on demand, so that processes that do not render pages
 * never load it.
 */
let html: { renderText: typeof renderText } | undefined;

/** Loads the modules that only this task needs. Returns undefined if there is nothing to load. */
export function loadModulesFor(name: TaskName): Promise<void> | undefined {
  if (name !== 'html' || html) return undefined;
  return import('../../../render/html/render-text.js').then((module) => {
    html = module;
  });
}

/**
 * Tasks of the content engine by name. They are pure functions of values that can be cloned, and run in the calling
 * thread or in a worker thread.
 */
const tasks = {
  /** Merges three versions of the content. Returns null while conflicts are open. */
  merge(versions: Versions, readBlob: ReadBlob) {
    const { conflicts, ...merged } = mergeManifests({ ...versions, readBlob });
    return conflicts.some(isOpen) ? null : merged;
  },
  preview: (versions: Versions, readBlob: ReadBlob) => previewMerge({ ...versions, readBlob }),
  resolve({ decisions, ...versions }: Versions & { decisions: Decision[] }, readBlob: ReadBlob) {
    const resolved = resolveConflicts({ ...versions, readBlob }, decisions);
    if ('unknown' in resolved || !resolved.merged) return { ...resolved, merged: null };
    const { manifest, blobs } = resolved.merged;
    return { ...resolved, merged: { manifest, blobs } };
  },
  extent: ({ before, after }: { before: Manifest; after: Manifest }, readBlob: ReadBlob) =>
    measureDiff(before, after, readBlob),
  edit: ({ manifest, changes }: { manifest: Manifest; changes: ContentChange[] }, readBlob: ReadBlob) =>
    applyChanges(manifest, unpackDocuments(changes), readBlob),
  words: ({ blob, bytes }: PageFile) => findWords(decodeTextFile(bytes, blob)),
  references: ({ blob, bytes }: PageFile) => findReferences(decodeTextFile(bytes, blob)),
  usages: ({ from, text }: { from: ReferenceSource; text: TextReferences | null }) => usagesOf(from, text),
  sections: ({ blob, bytes }: PageFile) => tokenizedSections(decodeTextFile(bytes, blob)),
  redirects: ({ bytes }: PageFile) => readRedirects(bytes),
  document: (input: TextInput) => readDocument(input),
  linkedDocument: (input: TextInput) => linkedDocument(input),
  markdown: (input: TextInput) => readMarkdown(input),
  html(input: TextInput) {
    const { document, inputs } = evaluateDocumentWithInputs(input, true);
    return { text: html!.renderText(document), inputs };
  },
  written: (comment: CommentDocument) => writeComment(comment),
  block: (searched: SearchedTexts) => findBlock(searched),
  pairs: (texts: PairedTexts) => pairBlockKeys(texts),
  hunks({ before, after, budget }: Comparison) {
    const left = { ...budget };
    return { hunks: packList(textHunks(before, after, left)), left: left.left };
  },
  copy: ({ parameters, ...copy }: Copy, readBlob: ReadBlob) =>
    copyContent({
      ...copy,
      readBlob,
      newId: (noun) => newId(noun),
      destination: createDestinationWriter(copy.target.manifest),
      ...(parameters && { parameters }),
    }),
  copySource: (copied: Omit<SourceCopy, 'readBlob'>, readBlob: ReadBlob) => copySource({ ...copied, readBlob }),
  askedTexts: (texts: TranslationInput) => textsToTranslate(texts),
  translateTexts: (texts: TextsToTranslate) => translateTexts(texts),
  translatedManifest: (translated: ManifestToTranslate) => translatedManifest(translated),
  mergeResult: (merge: ResultMerge, readBlob: ReadBlob) => mergeResult(merge, readBlob),
  keptStale: ({ page, stale }: { page: Page; stale: StaleParts }, readBlob: ReadBlob) =>
    remainingStale(page, stale, readBlob),
};

type Tasks = typeof tasks;

/** Name of a task. */
export type TaskName = keyof Tasks;

/** Input of a task. */
export type Input<Name extends TaskName> = Parameters<Tasks[Name]>[0];

/** Result of a task. */
export type Output<Name extends TaskName> = ReturnType<Tasks[Name]>;

/**
 * Runs a task in the calling thread. The promise of `loadModulesFor` must have settled.
 * @throws ContentError; MissingBlob for a blob that is not in `blobs`.
 */
export function runTask<Name extends TaskName>(name: Name, input: Input<Name>, blobs: Blobs): Output<Name> {
  return (tasks[name] as (...args: unknown[]) => Output<Name>)(input, blobReader(blobs));
}
