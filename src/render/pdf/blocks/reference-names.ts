import type { ContentRef } from '../../../engine/base/types.js';
import type { TargetNames } from './input.js';
import type { Target } from './print-blocks.js';

/** Targets and names of the references of one page. */
export interface References {
  /** Returns the target of a reference; undefined if a link to it would not work. */
  targetOf(ref: ContentRef | undefined): Target | undefined;
  /** Returns the name to show for a reference without text. */
  nameOf(ref: ContentRef | undefined): string;
}

/** Returns the resolver for the references on a page. They are relative to that page. */
export function referencesOf(pageId: string, named: TargetNames, base: string): References {
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
    // Files have no target, because their signed addresses expire. Users, shared texts and specifications have no page.
  };
  return {
    targetOf: (ref) => (ref && Object.hasOwn(targets, ref.kind) ? targets[ref.kind]!(ref) : undefined),
    nameOf: (ref) => (ref ? referenceName(ref, named) : ''),
  };
}

function referenceName(ref: ContentRef, { pages, files }: TargetNames): string {
  const id = String(ref[memberByKind.get(ref.kind) ?? ref.kind] ?? '');
  if (ref.kind === 'file') return files.get(id) ?? id;
  if (ref.kind === 'page') return (ref.space ? undefined : pages.get(id)) ?? id;
  if (ref.kind === 'anchor') return `${(ref.page && pages.get(String(ref.page))) ?? ref.page ?? ''}#${ref.anchor}`;
  return id || ref.kind;
}

const memberByKind = new Map([
  ['openapi', 'spec'],
  ['reusable-content', 'reusableContent'],
]);

/** Accepts only addresses that PDF viewers open as links. Scripts and local files are not accepted. */
function urlTarget(url: string): Target | undefined {
  if (!/^(https?|mailto|tel):/i.test(url) || !URL.canParse(url)) return undefined;
  return { url: new URL(url).href };
}
