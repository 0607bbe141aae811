import { decodeTextFile } from '../../base/blob.js';
import { equalJson } from '../../base/canonical-json.js';
import type { File, Hash, Manifest, Page, ReadBlob } from '../../base/types.js';
import { sortFiles } from '../../tree/manifest/manifest.js';
import { manifestIndex } from '../../tree/manifest/page-index.js';
import { claimAddress, type PageAddress, usedAddresses } from '../../tree/pages/address.js';
import { storeTexts } from '../../tree/pages/blobs.js';
import { movesBetween, withLinks, withoutDeadLinks, writeText } from '../../tree/pages/text.js';
import { mapPages, withChildren } from '../../tree/pages/tree.js';
import type { ThreeWay } from '../diff/three-way.js';
import { frontMatterOf } from '../edit/page-fields.js';
import type { Conflict } from './conflict.js';
import { mergeFiles } from './files.js';
import { mergePage } from './page.js';
import { isOnlyRelocated, mergePageText, type TextVersion } from './page-text.js';
import { isOpen, type Resolutions, unresolved } from './resolution.js';
import { mergeSettings, type ThreeManifests } from './settings.js';
import type { ThreeTexts } from './text.js';
import { mergeTree } from './tree.js';
import type { MergeContext } from './value.js';
import { mergeVariablesFile } from './variables-file.js';

/**
 * Input of a merge: two descendants of a manifest. When a change request is merged, ours is the space and theirs is the
 * change request.
 */
export interface MergeInput extends ThreeManifests {
  readBlob: ReadBlob;
  /** Resolutions of conflicts by users. If absent, no conflict is resolved. */
  resolutions?: Resolutions;
  /**
   * Merges the texts of a page that both sides changed. If present, it replaces the line-based merge, and texts never
   * conflict.
   */
  mergeTexts?(texts: ThreeTexts, pageId: string): string;
}

/** Result of a merge. */
export interface MergedManifests {
  /** The merged manifest; if a conflict is open, ours without changes. */
  manifest: Manifest;
  /** Texts that the merge created. */
  blobs: Map<Hash, Uint8Array>;
  /** All conflicts, including resolved ones. */
  conflicts: Conflict[];
}

/**
 * Merges two manifests: pages by id, their fields one by one, their texts by lines. Also merges the order of siblings,
 * files, variables and reusable content. If two pages have the same path, both stay, and the page that is only in
 * theirs gets a numeric suffix. Links are rewritten for moves. If the sides changed something differently, this is a
 * conflict. While a conflict is open, nothing is merged. Resolutions apply only to conflicts.
 * @throws ContentError if a merged text is over 1 MiB or is not UTF-8
 */
export function mergeManifests({ resolutions = unresolved, ...input }: MergeInput): MergedManifests {
  const { base, ours, theirs } = input;
  if (equalJson(base, theirs) || equalJson(ours, theirs)) return { manifest: ours, blobs: new Map(), conflicts: [] };
  if (equalJson(base, ours)) return { manifest: theirs, blobs: new Map(), conflicts: [] };
  const merged = mergeResolved({ ...input, resolutions: unresolved });
  return merged.conflicts.length === 0 || resolutions.size === 0 ? merged : mergeResolved({ ...input, resolutions });
}

type ResolvedInput = MergeInput & { resolutions: Resolutions };

function mergeResolved(input: ResolvedInput): MergedManifests {
  const { readBlob } = input;
  const frame = mergeStructure(input);
  const texts = mergeTexts(frame.manifest, input);
  const conflicts = [...frame.conflicts, ...texts.conflicts];
  if (conflicts.some(isOpen)) return { manifest: input.ours, blobs: new Map(), conflicts };
  const written = withResolvedFields(texts, frame.conflicts, readBlob);
  const stored = storeTexts(texts.manifest, written, 'merge');
  return { manifest: withoutDeadLinks(stored.manifest), blobs: new Map([...frame.blobs, ...stored.blobs]), conflicts };
}

/** Merges everything except texts and links. */
function mergeStructure(input: ResolvedInput): MergedManifests {
  const settling: MergeContext = { resolutions: input.resolutions, conflicts: [] };
  const merged = mergeFiles(input, settling);
  const { length } = settling.conflicts;
  const settings = mergeSettings(input, settling);
  const pagesOf = pageVersionsIn(input);
  const isEdited = (pageId: string, side: 'ours' | 'theirs') => isPageEdited(pagesOf(pageId), side, input);
  const tree = mergeTree({ ...manifestIndexes(input), isEdited, resolutions: input.resolutions });
  const files = mergeVariablesFile(
    input,
    { files: merged, conflicts: settling.conflicts.splice(0, length) },
    settings.variables,
  );
  settling.conflicts.unshift(...files.conflicts);
  settling.conflicts.push(...tree.conflicts);
  const moves = new Map(tree.conflicts.flatMap((one) => (one.kind === 'page_moved' ? [[one.pageId, one]] : [])));
  const merge = (id: string) => mergePage(pagesOf(id), settling, moves.get(id));
  const build = (parentId: string | null): Page[] =>
    (tree.childrenOf.get(parentId) ?? []).map((id) => withChildren(merge(id), build(id)));
  const manifest: Manifest = { ...settings, pages: build(null), files: sortFiles(files.files) };
  const { blobs } = files;
  const { conflicts } = settling;
  return {
    manifest: conflicts.some(isOpen) ? manifest : withDistinctAddresses(manifest, input.ours),
    blobs,
    conflicts,
  };
}

function isPageEdited(pages: ThreeWay<Page>, side: 'ours' | 'theirs', input: MergeInput): boolean {
  const [before, after] = [pages.base!, pages[side]!];
  return (
    !equalJson(editableFields(before), editableFields(after)) ||
    !isOnlyRelocated({ base: before, side: after }, { base: input.base, side: input[side] }, input.readBlob)
  );
}

/**
 * Returns the fields that a user sets. Omits the address, because it also changes when the path of an ancestor changes.
 */
function editableFields({ children: _c, path: _p, file: _f, blob: _b, links: _l, git: _g, ...fields }: Page): unknown {
  return fields;
}

/**
 * Gives new addresses to pages and files whose address is already used. Pages and files that have the same address in
 * ours keep it.
 */
function withDistinctAddresses(manifest: Manifest, ours: Manifest): Manifest {
  const { pageById, fileById } = manifestIndex(ours);
  const isOurs = (page: Page) => {
    const our = pageById.get(page.id)?.page;
    return our !== undefined && our.path === page.path && our.file === page.file;
  };
  const isOurFile = (file: File) => fileById.get(file.id)?.path === file.path;
  const pagesNotOurs = manifestIndex(manifest).pages.filter(({ page }) => !isOurs(page));
  const withOurFiles = { ...manifest, files: manifest.files.filter(isOurFile) };
  if (pagesNotOurs.length === 0 && withOurFiles.files.length === manifest.files.length) return manifest;
  const taken = usedAddresses(withOurFiles, new Set(pagesNotOurs.map(({ page }) => page.id)));
  const claim = (page: Page): Page => {
    if (isOurs(page) || page.path === undefined) return page;
    const preferred: PageAddress = { path: page.path, ...(page.file !== undefined && { file: page.file }) };
    return { ...page, ...claimAddress(taken, preferred) };
  };
  const pages = mapPages(manifest.pages, claim);
  const files = manifest.files.map((file) =>
    isOurFile(file) ? file : { ...file, path: claimAddress(taken, { file: file.path }).file! },
  );
  return { ...manifest, pages, files: sortFiles(files) };
}

interface MergedTexts {
  manifest: Manifest;
  /** Texts to store, by page id. */
  texts: Map<string, string>;
  conflicts: Conflict[];
}

function mergeTexts(manifest: Manifest, input: ResolvedInput): MergedTexts {
  const texts = new Map<string, string>();
  const conflicts: Conflict[] = [];
  const versions = {
    base: versionsIn(input.base, manifest),
    ours: versionsIn(input.ours, manifest),
    theirs: versionsIn(input.theirs, manifest),
  };
  const pages = mapPages(manifest.pages, (page) => {
    if (page.file === undefined) return page;
    const three = { base: versions.base(page.id), ours: versions.ours(page.id), theirs: versions.theirs(page.id) };
    const outcome = mergePageText(three, input);
    if ('textOf' in outcome) return withTextFrom(page, outcome.textOf);
    if (outcome.text !== undefined) texts.set(page.id, outcome.text);
    if (outcome.conflict) conflicts.push(outcome.conflict);
    return page;
  });
  return { manifest: { ...manifest, pages }, texts, conflicts };
}

/** Returns the texts with updated front matter, for fields whose conflicts were resolved separately. */
function withResolvedFields(
  { manifest, texts }: MergedTexts,
  conflicts: readonly Conflict[],
  readBlob: ReadBlob,
): ReadonlyMap<string, string> {
  for (const conflict of conflicts) {
    if (conflict.kind !== 'page_field') continue;
    const page = manifestIndex(manifest).pageById.get(conflict.pageId)?.page;
    if (!page?.blob) continue;
    const fields = frontMatterOf(page, { [conflict.field]: page[conflict.field as keyof Page] ?? '' });
    if (Object.keys(fields).length === 0) continue;
    const text = texts.get(page.id) ?? decodeTextFile(readBlob(page.blob), page.id);
    texts.set(page.id, writeText(text, { fields }));
  }
  return texts;
}

function versionsIn(version: Manifest, merged: Manifest): (pageId: string) => TextVersion | undefined {
  const { pageById } = manifestIndex(version);
  const move = { moves: movesBetween(version, merged), root: version.root };
  return (pageId) => {
    const page = pageById.get(pageId)?.page;
    return page && { page, move };
  };
}

function withTextFrom(whole: Page, source: Page): Page {
  if (whole.blob === source.blob && equalJson(whole.links, source.links)) return whole;
  const { blob: _, ...page } = whole;
  const taken = source.blob === undefined ? page : { ...page, blob: source.blob };
  return withLinks(taken, source.links ?? []);
}

function manifestIndexes({ base, ours, theirs }: ThreeManifests) {
  return { base: manifestIndex(base), ours: manifestIndex(ours), theirs: manifestIndex(theirs) };
}

function pageVersionsIn(three: ThreeManifests): (pageId: string) => ThreeWay<Page> {
  const { base, ours, theirs } = manifestIndexes(three);
  return (pageId) => ({
    base: base.pageById.get(pageId)?.page,
    ours: ours.pageById.get(pageId)?.page,
    theirs: theirs.pageById.get(pageId)?.page,
  });
}
