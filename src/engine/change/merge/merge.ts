import { textOf } from '../../base/blob.js';
import { equalJson } from '../../base/canonical-json.js';
import type { File, Hash, Manifest, Page, ReadBlob } from '../../base/types.js';
import { sortFiles } from '../../tree/manifest/manifest.js';
import { indexOf } from '../../tree/manifest/page-index.js';
import { claimAddress, type PageAddress, takenAddresses } from '../../tree/pages/address.js';
import { storeTexts } from '../../tree/pages/blobs.js';
import { movesBetween, withLinks, withoutDeadLinks, writeText } from '../../tree/pages/text.js';
import { mapPages, withChildren } from '../../tree/pages/tree.js';
import type { Three } from '../diff/three.js';
import { frontMatterOf } from '../edit/page-fields.js';
import type { Conflict } from './conflict.js';
import { mergeFiles } from './files.js';
import { mergePage } from './page.js';
import { isOnlyRelocated, mergePageText, type TextVersion } from './page-text.js';
import { isOpen, type Resolutions, unresolved } from './resolution.js';
import { mergeSettings, type ThreeManifests } from './settings.js';
import type { ThreeTexts } from './text.js';
import { mergeTree } from './tree.js';
import type { Settling } from './value.js';
import { mergeVariablesFile } from './variables-file.js';

/** Two descendants of a manifest. In a merge of a change request, ours is the space and theirs the change request. */
export interface MergeInput extends ThreeManifests {
  readBlob: ReadBlob;
  /** What people decided; none where absent. */
  resolutions?: Resolutions;
  /** Merges the texts of a page that both sides changed, in place of the merge by lines; it has no conflicts. */
  mergeTexts?(texts: ThreeTexts, pageId: string): string;
}

/** The outcome of a merge. */
export interface MergedManifests {
  /** What both sides together say; ours, unchanged, where a conflict is open. */
  manifest: Manifest;
  /** Texts that the merge made. */
  blobs: Map<Hash, Uint8Array>;
  /** All of them, those that are resolved too. */
  conflicts: Conflict[];
}

/**
 * Merges two manifests: pages by id, their fields one by one, their texts by lines, the order of siblings, files,
 * variables and reusable content. Two pages that want the same path are both kept, the one that only theirs has
 * with a numeric suffix. Links are rewritten for what moved. Nothing that both sides changed differently is decided:
 * it is a conflict, and while one of them is open nothing is merged. Resolutions count for what is in conflict: where nothing
 * is, they change nothing.
 * @throws ContentError where a merged text is over 1 MiB or no UTF-8.
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
  const frame = mergeFrames(input);
  const texts = mergeTexts(frame.manifest, input);
  const conflicts = [...frame.conflicts, ...texts.conflicts];
  if (conflicts.some(isOpen)) return { manifest: input.ours, blobs: new Map(), conflicts };
  const written = withResolvedFields(texts, frame.conflicts, readBlob);
  const stored = storeTexts(texts.manifest, written, 'merge');
  return { manifest: withoutDeadLinks(stored.manifest), blobs: new Map([...frame.blobs, ...stored.blobs]), conflicts };
}

/** Everything but texts and links. */
function mergeFrames(input: ResolvedInput): MergedManifests {
  const settling: Settling = { resolutions: input.resolutions, conflicts: [] };
  const merged = mergeFiles(input, settling);
  const { length } = settling.conflicts;
  const settings = mergeSettings(input, settling);
  const pagesOf = pagesIn(input);
  const isEdited = (pageId: string, side: 'ours' | 'theirs') => isPageEdited(pagesOf(pageId), side, input);
  const tree = mergeTree({ ...indexesOf(input), isEdited, resolutions: input.resolutions });
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

function isPageEdited(pages: Three<Page>, side: 'ours' | 'theirs', input: MergeInput): boolean {
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
  if (others.length === 0 && settled.files.length === manifest.files.length) return manifest;
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
    if ('same' in outcome) return withTextOf(page, outcome.same);
    if (outcome.text !== undefined) texts.set(page.id, outcome.text);
    if (outcome.conflict) conflicts.push(outcome.conflict);
    return page;
  });
  return { manifest: { ...manifest, pages }, texts, conflicts };
}

/** The texts with what their front matter repeats of fields that were decided by themselves. */
function withResolvedFields(
  { manifest, texts }: MergedTexts,
  conflicts: readonly Conflict[],
  readBlob: ReadBlob,
): ReadonlyMap<string, string> {
  for (const conflict of conflicts) {
    if (conflict.kind !== 'page_field') continue;
    const page = indexOf(manifest).pageById.get(conflict.pageId)?.page;
    if (!page?.blob) continue;
    const fields = frontMatterOf(page, { [conflict.field]: page[conflict.field as keyof Page] ?? '' });
    if (Object.keys(fields).length === 0) continue;
    const text = texts.get(page.id) ?? textOf(readBlob(page.blob), page.id);
    texts.set(page.id, writeText(text, { fields }));
  }
  return texts;
}

function versionsIn(version: Manifest, merged: Manifest): (pageId: string) => TextVersion | undefined {
  const { pageById } = indexOf(version);
  const move = { moves: movesBetween(version, merged), root: version.root };
  return (pageId) => {
    const page = pageById.get(pageId)?.page;
    return page && { page, move };
  };
}

function withTextOf(whole: Page, source: Page): Page {
  if (whole.blob === source.blob && equalJson(whole.links, source.links)) return whole;
  const { blob: _, ...page } = whole;
  const taken = source.blob === undefined ? page : { ...page, blob: source.blob };
  return withLinks(taken, source.links ?? []);
}

function indexesOf({ base, ours, theirs }: ThreeManifests) {
  return { base: indexOf(base), ours: indexOf(ours), theirs: indexOf(theirs) };
}

function pagesIn(three: ThreeManifests): (pageId: string) => Three<Page> {
  const { base, ours, theirs } = indexesOf(three);
  return (pageId) => ({
    base: base.pageById.get(pageId)?.page,
    ours: ours.pageById.get(pageId)?.page,
    theirs: theirs.pageById.get(pageId)?.page,
  });
}
