import type { ContentRef } from '../../../engine/base/types.js';
import type { Named } from './input.js';
import type { Target } from './pieces.js';

/** What references of one page lead to, and what they are called. */
export interface References {
  /** Where a reference leads; undefined where nothing can be opened. */
  targetOf(ref: ContentRef | undefined): Target | undefined;
  /** What stands for a reference that has no text of its own. */
  nameOf(ref: ContentRef | undefined): string;
}

/** References as the page with an id means them. */
export function referencesOf(pageId: string, named: Named, base: string): References {
  const app = (id: unknown): Target => ({ url: `${base}/app/${encodeURIComponent(String(id))}` });
  const page = (ref: ContentRef): Target => {
    if (ref.space) return app(ref.page ?? ref.space);
    const id = String(ref.page ?? pageId);
    return { place: ref.kind === 'anchor' ? `${id}#${ref.anchor}` : id, ...app(id) };
  };
  const targets: Record<string, (ref: ContentRef) => Target | undefined> = {
    url: ({ url }) => urlTarget(String(url)),
    page,
    anchor: page,
    space: ({ space }) => app(space),
    collection: ({ collection }) => app(collection),
    // A file's address is signed and ends; people, texts that are shared and specifications have no page of their own.
  };
  return {
    targetOf: (ref) => (ref && Object.hasOwn(targets, ref.kind) ? targets[ref.kind]!(ref) : undefined),
    nameOf: (ref) => (ref ? nameOf(ref, named) : ''),
  };
}

function nameOf(ref: ContentRef, { pages, files }: Named): string {
  const id = String(ref[memberOf.get(ref.kind) ?? ref.kind] ?? '');
  if (ref.kind === 'file') return files.get(id) ?? id;
  if (ref.kind === 'page') return (ref.space ? undefined : pages.get(id)) ?? id;
  if (ref.kind === 'anchor') return `${(ref.page && pages.get(String(ref.page))) ?? ref.page ?? ''}#${ref.anchor}`;
  return id || ref.kind;
}

const memberOf = new Map([
  ['openapi', 'spec'],
  ['reusable-content', 'reusableContent'],
]);

/** Only addresses that a reader's program opens as such: no scripts, no files of the reader's disk. */
function urlTarget(url: string): Target | undefined {
  if (!/^(https?|mailto|tel):/i.test(url) || !URL.canParse(url)) return undefined;
  return { url: new URL(url).href };
}
