import { equalJson } from '../../base/canonical-json.js';
import type { File, Manifest, Page } from '../../base/types.js';
import { type IndexedPage, manifestIndex } from '../../tree/manifest/page-index.js';
import { storedFields } from '../../tree/pages/field-names.js';
import { slugOfPage } from '../../tree/pages/slug.js';
import type { Change, ChangedAttributes, ChangedPage, ChangedValue, PageAttributes, PageMoved } from './change.js';
import { longestCommonOrder } from './sibling-order.js';
import { memberNames, threeWayMember } from './three-way.js';

/**
 * Returns the differences between two manifests. The order is: pages in the reading order of the later manifest
 * (created, moved, edited), deleted pages, files, variables and reusable content. Skips pages, lists and files that are
 * the same object in both manifests.
 */
export function diffManifests(before: Manifest, after: Manifest): Change[] {
  if (before === after) return [];
  return [
    ...pageChanges(before, after),
    ...fileChanges(before, after),
    ...variableChanges(before, after),
    ...reusableContentChanges(before, after),
  ];
}

function pageChanges(before: Manifest, after: Manifest): Change[] {
  if (before.pages === after.pages) return [];
  const [old, now] = [manifestIndex(before), manifestIndex(after)];
  const staying = stayingPages(before, after);
  const changes = now.pages.flatMap((placed): Change[] => {
    const previous = old.pageById.get(placed.page.id);
    if (!previous) return [{ type: 'page_created', page: summarizePage(placed.page) }];
    const pages = { old: old.pageById, now: now.pageById };
    const isStaying = staying.has(placed.page.id);
    const path = isStaying ? ownPathChange(previous, placed, pages) : {};
    const edited = pageEdit(previous.page, placed.page, path);
    return isStaying ? edited : [pageMove(previous, placed, pages), ...edited];
  });
  const deleted = old.pages.filter(({ page }) => !now.pageById.has(page.id));
  return [...changes, ...deleted.map(({ page }): Change => ({ type: 'page_deleted', page: summarizePage(page) }))];
}

/**
 * Returns the pages that did not move: their parent is the same, and so is their order among the siblings that did not
 * move.
 */
function stayingPages(before: Manifest, after: Manifest): Set<string> {
  const old = manifestIndex(before).pageById;
  const staying = new Set<string>();
  const compare = (siblings: Page[], previous: Page[]) => {
    const commonOrder = longestCommonOrder(
      previous.map(({ id }) => id),
      siblings.map(({ id }) => id),
    );
    for (const id of commonOrder) staying.add(id);
    for (const page of siblings) compare(page.children ?? [], old.get(page.id)?.page.children ?? []);
  };
  compare(after.pages, before.pages);
  return staying;
}

/** Pages of both manifests by id. */
interface PagesById {
  old: Map<string, IndexedPage>;
  now: Map<string, IndexedPage>;
}

function pageMove(before: IndexedPage, after: IndexedPage, pages: PagesById): PageMoved {
  const parent = (id: string | null, from: Map<string, IndexedPage>) =>
    id === null ? undefined : summarizePage(from.get(id)!.page);
  return {
    type: 'page_moved',
    page: summarizePage(after.page),
    parent: changedValue(parent(before.parentId, pages.old), parent(after.parentId, pages.now)),
    position: { before: before.position, after: after.position },
    ...(before.page.path !== after.page.path && { path: changedValue(before.page.path, after.page.path) }),
  };
}

/** Returns the change of a path, unless only the path of the parent page changed. */
function ownPathChange(
  before: IndexedPage,
  after: IndexedPage,
  { old, now }: PagesById,
): { path?: ChangedValue<string> } {
  const [from, to] = [before.page.path, after.page.path];
  if (from === to) return {};
  const above = { from: pathPrefix(before, old), to: pathPrefix(after, now) };
  const followed = from?.startsWith(above.from) ? above.to + from.slice(above.from.length) : from;
  return followed === to ? {} : { path: changedValue(from, to) };
}

/** Returns the prefix of the paths of a page and its siblings: the path of the parent page. */
function pathPrefix({ parentId }: IndexedPage, pages: Map<string, IndexedPage>): string {
  const path = parentId === null ? undefined : pages.get(parentId)?.page.path;
  return path ? `${path}/` : '';
}

function pageEdit(before: Page, after: Page, path: { path?: ChangedValue<string> }): Change[] {
  if (before === after) return [];
  const attributes = { ...changedAttributes(attributesOf(before), attributesOf(after)), ...path };
  return Object.keys(attributes).length > 0 ? [{ type: 'page_edited', page: summarizePage(after), attributes }] : [];
}

const ownAttributes = [
  ...storedFields,
  'layout',
  'cover',
  'variables',
  'metaLinks',
  'target',
  'computed',
] as const satisfies (keyof PageAttributes)[];

function attributesOf(page: Page): PageAttributes {
  const own = ownAttributes.map((name) => [name, page[name]]);
  return { ...Object.fromEntries(own), slug: slugOfPage(page) ?? undefined, document: page.blob };
}

function fileChanges(before: Manifest, after: Manifest): Change[] {
  if (before.files === after.files) return [];
  const [old, now] = [manifestIndex(before).fileById, manifestIndex(after).fileById];
  const changes = after.files.flatMap((file): Change[] => {
    const previous = old.get(file.id);
    if (!previous) return [{ type: 'file_created', file }];
    const attributes = previous === file ? {} : changedAttributes(fileAttributes(previous), fileAttributes(file));
    return Object.keys(attributes).length > 0 ? [{ type: 'file_edited', file, attributes }] : [];
  });
  const deleted = before.files.filter(({ id }) => !now.has(id));
  return [...changes, ...deleted.map((file): Change => ({ type: 'file_deleted', file }))];
}

function fileAttributes({ id: _id, git: _git, ...attributes }: File): Omit<File, 'id' | 'git'> {
  return attributes;
}

function variableChanges(before: Manifest, after: Manifest): Change[] {
  const variables = changedAttributes(before.variables, after.variables) as Record<
    string,
    ChangedValue<Manifest['variables'][string]>
  >;
  return Object.keys(variables).length > 0 ? [{ type: 'variables_edited', variables }] : [];
}

function reusableContentChanges(before: Manifest, after: Manifest): Change[] {
  const old = new Map(before.reusableContents.map((content) => [content.id, content]));
  const now = new Set(after.reusableContents.map(({ id }) => id));
  const changes = after.reusableContents.flatMap((reusableContent): Change[] => {
    const previous = old.get(reusableContent.id);
    if (!previous) return [{ type: 'reusable_content_created', reusableContent }];
    const read = ({ title, blob }: typeof reusableContent) => ({ title, document: blob });
    const attributes = changedAttributes<{ title: string; document?: string }>(read(previous), read(reusableContent));
    return Object.keys(attributes).length > 0 ? [{ type: 'reusable_content_edited', reusableContent, attributes }] : [];
  });
  const deleted = before.reusableContents.filter(({ id }) => !now.has(id));
  return [
    ...changes,
    ...deleted.map((reusableContent): Change => ({ type: 'reusable_content_deleted', reusableContent })),
  ];
}

function changedAttributes<Attributes extends object>(
  before: Attributes,
  after: Attributes,
): ChangedAttributes<Attributes> {
  const differing = memberNames({ ours: before, theirs: after }).flatMap((name) => {
    const { ours, theirs } = threeWayMember({ ours: before, theirs: after }, name as keyof Attributes);
    return equalJson(ours, theirs) ? [] : [[name, changedValue(ours, theirs)] as const];
  });
  return Object.fromEntries(differing) as ChangedAttributes<Attributes>;
}

function changedValue<Value>(before: Value | undefined, after: Value | undefined): ChangedValue<Value> {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

function summarizePage({ id, type, title, path }: Page): ChangedPage {
  return { id, type, title, ...(path !== undefined && { path }) };
}
