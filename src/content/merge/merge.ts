import { equalJson } from '../canonical-json.js';
import { sortFiles } from '../manifest/manifest.js';
import { indexOf } from '../manifest/page-index.js';
import { claimAddress, type PageAddress, takenAddresses } from '../pages/address.js';
import { storeTexts } from '../pages/blobs.js';
import { movesBetween, withLinks, withoutDeadLinks } from '../pages/text.js';
import { mapPages, withChildren } from '../pages/tree.js';
import type { File, Hash, Manifest, Page, ReadBlob } from '../types.js';
import type { Conflict, Three } from './conflict.js';
import { mergeFiles } from './files.js';
import { mergePage } from './page.js';
import { isOnlyRelocated, mergePageText, type TextVersion } from './page-text.js';
import { mergeSettings, type ThreeManifests } from './settings.js';
import { mergeTree } from './tree.js';
import { mergeVariablesFile } from './variables-file.js';

/** Two descendants of a manifest. In a merge of a change request, ours is the space and theirs the change request. */
export interface MergeInput extends ThreeManifests {
  readBlob: ReadBlob;
}

/** The outcome of a merge. */
export interface MergedManifests {
  /** What both sides together say; ours, unchanged, where there are conflicts. */
  manifest: Manifest;
  /** Texts that the merge made. */
  blobs: Map<Hash, Uint8Array>;
  conflicts: Conflict[];
}

/**
 * Merges two manifests: pages by id, their fields one by one, their texts by lines, the order of siblings, files,
 * variables and reusable content. Two pages that want the same path are both kept, the one that only theirs has
 * with a numeric suffix. Links are rewritten for what moved. Nothing that both sides changed differently is decided:
 * it is a conflict, and with any conflict nothing is merged.
 * @throws ContentError where a merged text is over 1 MiB or no UTF-8.
 */
export function mergeManifests(input: MergeInput): MergedManifests {
  const { base, ours, theirs } = input;
  if (equalJson(base, theirs) || equalJson(ours, theirs)) return { manifest: ours, blobs: new Map(), conflicts: [] };
  if (equalJson(base, ours)) return { manifest: theirs, blobs: new Map(), conflicts: [] };
  const frame = mergeFrames(input);
  const texts = mergeTexts(frame.manifest, input);
  const conflicts = [...frame.conflicts, ...texts.conflicts];
  if (conflicts.length > 0) return { manifest: ours, blobs: new Map(), conflicts };
  const stored = storeTexts(texts.manifest, texts.texts, 'merge');
  return { manifest: withoutDeadLinks(stored.manifest), blobs: new Map([...frame.blobs, ...stored.blobs]), conflicts };
}

/** Everything but texts and links. */
function mergeFrames(input: MergeInput): MergedManifests {
  const { base, ours, theirs } = input;
  const [indexes, settings] = [indexesOf(input), mergeSettings(input)];
  const files = mergeVariablesFile(input, mergeFiles(base, ours, theirs), settings.settings.variables);
  const conflicts = [...files.conflicts, ...settings.conflicts];
  const isEdited = (pageId: string, side: 'ours' | 'theirs') => isPageEdited(pageId, side, input);
  const tree = mergeTree({ ...indexes, isEdited });
  conflicts.push(...tree.conflicts);
  const build = (parentId: string | null): Page[] =>
    (tree.childrenOf.get(parentId) ?? []).map((id) => {
      const merged = mergePage(pagesOf(id, input));
      conflicts.push(...merged.conflicts);
      return withChildren(merged.page, build(id));
    });
  const manifest: Manifest = { ...settings.settings, pages: build(null), files: sortFiles(files.files) };
  const { blobs } = files;
  return { manifest: conflicts.length > 0 ? manifest : withDistinctAddresses(manifest, ours), blobs, conflicts };
}

function isPageEdited(pageId: string, side: 'ours' | 'theirs', input: MergeInput): boolean {
  const pages = pagesOf(pageId, input);
  const [before, after] = [pages.base!, pages[side]!];
  return (
    !equalJson(fieldsOf(before), fieldsOf(after)) ||
    !isOnlyRelocated({ base: before, side: after }, { base: input.base, side: input[side] }, input.readBlob)
  );
}

/** What a writer gave the page; its address may only have followed that of a page above. */
function fieldsOf({ children: _c, path: _p, file: _f, blob: _b, links: _l, git: _g, ...fields }: Page): unknown {
  return fields;
}

/** Gives pages and files whose address is taken another one; those that ours has as they are come first. */
function withDistinctAddresses(manifest: Manifest, ours: Manifest): Manifest {
  const { pageById, fileById } = indexOf(ours);
  const isOurs = (page: Page) => {
    const our = pageById.get(page.id)?.page;
    return our !== undefined && our.path === page.path && our.file === page.file;
  };
  const isOurFile = (file: File) => fileById.get(file.id)?.path === file.path;
  const others = indexOf(manifest).pages.filter(({ page }) => !isOurs(page));
  const settled = { ...manifest, files: manifest.files.filter(isOurFile) };
  const taken = takenAddresses(settled, new Set(others.map(({ page }) => page.id)));
  const claim = (page: Page): Page => {
    if (isOurs(page) || page.path === undefined) return page;
    const wanted: PageAddress = { path: page.path, ...(page.file !== undefined && { file: page.file }) };
    return { ...page, ...claimAddress(taken, wanted) };
  };
  const pages = mapPages(manifest.pages, claim);
  const files = manifest.files.map((file) =>
    isOurFile(file) ? file : { ...file, path: claimAddress(taken, { file: file.path }).file! },
  );
  return { ...manifest, pages, files: sortFiles(files) };
}

interface MergedTexts {
  manifest: Manifest;
  /** Texts to store, by page. */
  texts: Map<string, string>;
  conflicts: Conflict[];
}

function mergeTexts(manifest: Manifest, input: MergeInput): MergedTexts {
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
    const outcome = mergePageText(three, input.readBlob);
    if ('same' in outcome) return withTextOf(page, outcome.same);
    if ('text' in outcome) texts.set(page.id, outcome.text);
    else conflicts.push(outcome.conflict);
    return page;
  });
  return { manifest: { ...manifest, pages }, texts, conflicts };
}

function versionsIn(version: Manifest, merged: Manifest): (pageId: string) => TextVersion | undefined {
  const { pageById } = indexOf(version);
  const move = { moves: movesBetween(version, merged), root: version.root };
  return (pageId) => {
    const page = pageById.get(pageId)?.page;
    return page && { page, ...move };
  };
}

function withTextOf({ blob: _, ...page }: Page, source: Page): Page {
  const taken = source.blob === undefined ? page : { ...page, blob: source.blob };
  return withLinks(taken, source.links ?? []);
}

function indexesOf({ base, ours, theirs }: ThreeManifests) {
  return { base: indexOf(base), ours: indexOf(ours), theirs: indexOf(theirs) };
}

function pagesOf(pageId: string, three: ThreeManifests): Three<Page> {
  const { base, ours, theirs } = indexesOf(three);
  return {
    base: base.pageById.get(pageId)?.page,
    ours: ours.pageById.get(pageId)?.page,
    theirs: theirs.pageById.get(pageId)?.page,
  };
}
