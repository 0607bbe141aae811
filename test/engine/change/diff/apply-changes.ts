import type { Json, Manifest, Page } from '../../../../src/engine/base/types.js';
import type { Change, ChangedValue } from '../../../../src/engine/change/diff/change.js';
import { manifestIndex } from '../../../../src/engine/tree/manifest/page-index.js';

/** The content of a manifest that users can observe: entries by id with their attributes, and the order of pages. */
export interface State {
  pages: Map<string, { [name: string]: unknown }>;
  /** Ids of the sub-pages in order, by id of the page that has them. The empty id has the pages of the top level. */
  order: Map<string, string[]>;
  files: Map<string, object>;
  variables: Record<string, Json>;
  reusableContents: Map<string, object>;
}

/**
 * Converts a manifest to its observable state. Leaves out internal fields: resolved links, the path of the file, git.
 */
export function stateOf(manifest: Manifest): State {
  const order = new Map<string, string[]>();
  const pages = new Map<string, { [name: string]: unknown }>();
  for (const { page, parentId } of manifestIndex(manifest).pages) {
    order.set(parentId ?? '', [...(order.get(parentId ?? '') ?? []), page.id]);
    pages.set(page.id, attributesOf(page));
  }
  const files = new Map(manifest.files.map(({ git: _, ...file }) => [file.id, file]));
  const reusableContents = new Map(manifest.reusableContents.map((content) => [content.id, content]));
  return { pages, order, files, variables: manifest.variables, reusableContents };
}

function attributesOf({ children: _c, links: _l, file: _f, git: _g, computedSeed: _s, blob, ...page }: Page) {
  return { ...page, ...(blob !== undefined && { document: blob }) };
}

/**
 * Returns the state after applying changes to a manifest. New entries are read from the later manifest, because a
 * change contains only their id.
 */
export function applyChanges(before: Manifest, changes: Change[], after: Manifest): State {
  const parents = new Map(manifestIndex(before).pages.map(({ page, parentId }) => [page.id, parentId ?? '']));
  const work: Work = { state: stateOf(before), now: stateOf(after), after, parents, paths: new Map(), placed: [] };
  for (const change of changes) {
    if ('page' in change) applyToPage(work, change);
    else applyToOthers(work, change);
  }
  attachPages(work);
  setDerivedPaths(before, work);
  return work.state;
}

interface Work {
  state: State;
  now: State;
  after: Manifest;
  /** Id of the parent of each page; the empty id for the top level. */
  parents: Map<string, string>;
  /** New paths of entries, as far as the changes contain them. */
  paths: Map<string, string | undefined>;
  /** Pages to insert after all moved and deleted pages are removed. */
  placed: { id: string; parent: string; position: number }[];
}

type PageChange = Extract<Change, { page: unknown }>;

function applyToPage(work: Work, change: PageChange): void {
  const { state, now, paths, placed: toAttach } = work;
  const { id } = change.page;
  if (change.type === 'page_created') {
    const { parentId, position } = manifestIndex(work.after).pageById.get(id)!;
    state.pages.set(id, now.pages.get(id)!);
    toAttach.push({ id, parent: parentId ?? '', position });
  } else if (change.type === 'page_deleted') {
    detachPage(work, id);
    state.pages.delete(id);
    work.parents.delete(id);
  } else if (change.type === 'page_moved') {
    detachPage(work, id);
    toAttach.push({ id, parent: change.parent.after?.id ?? '', position: change.position.after });
    paths.set(id, change.path ? change.path.after : (state.pages.get(id)!.path as string | undefined));
  } else if ('attributes' in change) {
    const { slug: _, path, ...attributes } = change.attributes;
    if (path) paths.set(id, path.after);
    state.pages.set(id, changedMembers(state.pages.get(id)!, attributes));
  }
}

function applyToOthers({ state, now }: Work, change: Exclude<Change, PageChange>): void {
  if (change.type === 'variables_edited') {
    state.variables = changedMembers(state.variables, change.variables) as Record<string, Json>;
  } else if ('file' in change) {
    const { id } = change.file;
    if (change.type === 'file_deleted') state.files.delete(id);
    else if ('attributes' in change) state.files.set(id, changedMembers(state.files.get(id)!, change.attributes));
    else state.files.set(id, now.files.get(id)!);
  } else {
    const { id } = change.reusableContent;
    if (change.type === 'reusable_content_deleted') state.reusableContents.delete(id);
    else state.reusableContents.set(id, change.reusableContent);
  }
}

/** Removes a page from its siblings. */
function detachPage({ state, parents }: Work, id: string): void {
  const parent = parents.get(id) ?? '';
  const siblings = (state.order.get(parent) ?? []).filter((one) => one !== id);
  if (siblings.length > 0) state.order.set(parent, siblings);
  else state.order.delete(parent);
}

/** Inserts pages among their siblings, lowest position first. */
function attachPages({ state, parents, placed: toAttach }: Work): void {
  toAttach.sort((left, right) => left.position - right.position);
  for (const { id, parent, position } of toAttach) {
    state.order.set(parent, (state.order.get(parent) ?? []).toSpliced(position, 0, id));
    parents.set(id, parent);
  }
}

/** Sets the paths that the changes do not contain: they derive from the path of the parent. */
function setDerivedPaths(before: Manifest, { state, parents, paths }: Work): void {
  const old = manifestIndex(before).pageById;
  const walk = (parent: string): void => {
    for (const id of state.order.get(parent) ?? []) {
      const page = state.pages.get(id)!;
      const previous = old.get(id);
      if (previous) state.pages.set(id, changedMembers(page, { path: { after: pathOf(id, previous.page.path) } }));
      walk(id);
    }
  };
  const prefix = (path: unknown): string => (path ? `${path}/` : '');
  const pathOf = (id: string, path: string | undefined): string | undefined => {
    if (paths.has(id)) return paths.get(id);
    const parent = parents.get(id)!;
    const [from, to] = [prefix(old.get(parent)?.page.path), prefix(state.pages.get(parent)?.path)];
    return path?.startsWith(from) ? to + path.slice(from.length) : path;
  };
  walk('');
}

function changedMembers(
  object: object,
  changes: { [name: string]: ChangedValue<unknown> | undefined },
): { [name: string]: unknown } {
  const members = new Map(Object.entries(object));
  for (const [name, change] of Object.entries(changes)) {
    if (change?.after === undefined) members.delete(name);
    else members.set(name, change.after);
  }
  return Object.fromEntries(members);
}
