import type { ContentRef, Page } from '../../base/types.js';
import { createLinkLookup, type LinkLookup, resolve } from '../links/links.js';
import type { FolderFiles, Outline } from '../outline/outline.js';
import { type PageSource, titleOf } from '../outline/page-source.js';
import { claimPath, ownPathOfFile, pathOfFile } from '../pages/path.js';
import { slugOf } from '../pages/slug.js';
import { emojiFault, pageMembers } from './page-layout.js';
import type { Predecessors } from './predecessors.js';

/** Input for building pages, in addition to their outline. */
export interface PagePlan {
  sources: ReadonlyMap<string, PageSource>;
  files: FolderFiles;
  /** Ids of the files that are not pages, by path. */
  fileIds: ReadonlyMap<string, string>;
  /** Shared texts (reusable contents), and their ids by path. */
  shared: { sources: ReadonlyMap<string, PageSource>; paths: ReadonlyMap<string, string> };
  /** Returns the git blob of a file, if the folder is a checkout. */
  gitOf(path: string): Page['git'];
  previous: Predecessors;
  newId(kind: 'Page'): string;
}

/** A link to a file that is not in the folder. */
interface BrokenLink {
  /** The page's file. */
  file: string;
  /** The decoded path. */
  path: string;
}

/** An `emoji` that is not exactly one emoji. */
export interface BadEmoji {
  /** The file that contains it. */
  file: string;
  emoji: string;
}

/** The pages of an outline, with the faults in their files. */
interface BuiltPages {
  pages: Page[];
  broken: BrokenLink[];
  badEmoji: BadEmoji[];
}

/**
 * Builds the pages of an outline: ids, titles, paths, members and links. Reports broken links and bad emoji; the import
 * does not fail.
 */
export function buildPages(outline: Outline[], plan: PagePlan): BuiltPages {
  const documents = outline.flatMap(documentsIn);
  const ids = new Map(documents.map((file) => [file, plan.previous.documents.get(file)?.id ?? plan.newId('Page')]));
  const usedPaths = new Set<string>();
  const paths = documentPaths(documents, plan, usedPaths);
  const { fileIds, shared } = plan;
  const lookup = createLinkLookup({ root: plan.files.root, pages: ids, files: fileIds, shared: shared.paths });
  const buildState: BuildState = { plan, ids, paths, taken: usedPaths, lookup, broken: [], badEmoji: [] };
  const pages = outline.map((entry) => builders[entry.kind](entry as never, buildState));
  for (const [file, { links }] of shared.sources)
    for (const { path } of resolve(links, file, lookup).broken) buildState.broken.push({ file, path });
  return { pages, broken: buildState.broken, badEmoji: buildState.badEmoji };
}

interface BuildState {
  plan: PagePlan;
  ids: ReadonlyMap<string, string>;
  paths: ReadonlyMap<string, string>;
  /** Paths that are in use. Documents get their paths before groups. */
  taken: Set<string>;
  lookup: LinkLookup;
  broken: BrokenLink[];
  badEmoji: BadEmoji[];
}

type OutlineOf<Kind extends Outline['kind']> = Extract<Outline, { kind: Kind }>;

const builders: { [Kind in Outline['kind']]: (entry: OutlineOf<Kind>, buildState: BuildState) => Page } = {
  document: buildDocument,
  group: buildGroup,
  url: (entry, buildState) => buildLink(entry, { kind: 'url', url: entry.url }, buildState),
  reference: (entry, buildState) => buildLink(entry, referenceTo(entry, buildState), buildState),
};

function documentsIn(entry: Outline): string[] {
  const below = 'children' in entry ? entry.children.flatMap(documentsIn) : [];
  return entry.kind === 'document' ? [entry.file, ...below] : below;
}

/**
 * Returns the paths of documents. A document whose file is still in the folder keeps its path, because the API may have
 * set it. Other documents get the path of their file.
 */
function documentPaths(
  documents: string[],
  { files, previous }: PagePlan,
  usedPaths: Set<string>,
): Map<string, string> {
  const paths = new Map<string, string>();
  for (const file of documents) {
    const before = previous.documents.get(file);
    if (before?.file !== file || before.path === undefined || usedPaths.has(before.path)) continue;
    usedPaths.add(before.path);
    paths.set(file, before.path);
  }
  for (const file of documents) {
    if (paths.has(file)) continue;
    const source = { file, root: files.root, readme: files.readme };
    paths.set(file, claimPath(usedPaths, pathOfFile(source), ownPathOfFile(source)));
  }
  return paths;
}

function buildDocument(entry: OutlineOf<'document'>, buildState: BuildState): Page {
  const { file } = entry;
  const source = buildState.plan.sources.get(file)!;
  const { links, broken } = resolve(source.links, file, buildState.lookup);
  const git = buildState.plan.gitOf(file);
  for (const { path } of broken) buildState.broken.push({ file, path });
  const emoji = emojiFault(source.fields);
  if (emoji !== undefined) buildState.badEmoji.push({ file, emoji });
  const before = buildState.plan.previous.documents.get(file);
  const linkTitle = entry.linkTitle ?? before?.linkTitle;
  return {
    ...retainedMembers(before, source.blob),
    id: buildState.ids.get(file)!,
    type: 'document',
    title: entry.title || titleOf(source),
    ...(linkTitle && { linkTitle }),
    path: buildState.paths.get(file)!,
    file,
    blob: source.blob,
    ...(git && { git }),
    ...pageMembers(source.fields, file, buildState.lookup),
    ...(entry.unlisted && { hidden: true }),
    ...(links.length > 0 && { links }),
    ...childrenOf(entry, buildState),
  };
}

function buildGroup(entry: OutlineOf<'group'>, buildState: BuildState): Page {
  const { plan, taken: usedPaths } = buildState;
  const slug = slugOf(entry.title);
  const before = plan.previous.takeGroup(entry.title, slug);
  return {
    ...retainedMembers(before),
    ...(before?.hidden && { hidden: true }),
    ...(before?.icon !== undefined && { icon: before.icon }),
    id: before?.id ?? plan.newId('Page'),
    type: 'group',
    title: entry.title,
    ...(before?.linkTitle && { linkTitle: before.linkTitle }),
    path: claimPath(usedPaths, ...(before?.path === undefined ? [] : [before.path]), slug),
    ...childrenOf(entry, buildState),
  };
}

function buildLink(
  { title, linkTitle }: OutlineOf<'url' | 'reference'>,
  target: ContentRef,
  { plan }: BuildState,
): Page {
  const before = plan.previous.takeLink(title, target);
  return {
    ...retainedMembers(before),
    ...(before?.hidden && { hidden: true }),
    ...(before?.icon !== undefined && { icon: before.icon }),
    id: before?.id ?? plan.newId('Page'),
    type: 'link',
    title,
    ...(linkTitle && { linkTitle }),
    target,
  };
}

function referenceTo({ file, anchor }: OutlineOf<'reference'>, { ids, plan }: BuildState): ContentRef {
  const page = ids.get(file);
  if (page === undefined) return { kind: 'file', file: plan.fileIds.get(file)! };
  return anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', anchor, page };
}

const apiMembers = ['emoji', 'noIndex', 'noRobotsIndex', 'condition', 'computed', 'computedSeed'] as const;

/** Returns the members of a page that only the API can set, and its git blob if the bytes are unchanged. */
function retainedMembers(before: Page | undefined, blob?: string): Partial<Page> {
  const members = apiMembers.filter((name) => before?.[name] !== undefined).map((name) => [name, before![name]]);
  const git = before?.git && before.blob === blob ? { git: before.git } : {};
  return { ...Object.fromEntries(members), ...git };
}

function childrenOf(entry: Outline & { children: Outline[] }, buildState: BuildState): Pick<Page, 'children'> {
  const children = entry.children.map((child) => builders[child.kind](child as never, buildState));
  return children.length > 0 ? { children } : {};
}
