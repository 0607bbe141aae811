import type { Json, Page } from '../../base/types.js';
import { slugOf } from '../pages/slug.js';
import { computedSeed, derivedPageId } from './derived-ids.js';
import { type OperationGroup, type Outline, outlineOf } from './openapi-groups.js';
import type { OpenApiSource } from './source.js';

/** A parsed specification, and its version. */
export interface Specification {
  /** Text that changes when the content changes. */
  version: string;
  content: Json;
}

/** The entry of the page tree that has computed pages. */
export interface ComputedEntry {
  id: string;
  /** Path prefix of the pages; '' for the root. */
  path: string;
}

/** Content of one page of a specification (`props` of `ComputedContentSourceDocumentOpenAPI`). */
type Props = { doc: 'info' | 'operations'; page: string } | { doc: 'models' };

/**
 * Returns the pages of a specification: an overview, and one page for each tag with operations. If the source requests
 * it and there are any models, adds a page of the models. The texts of the pages are computed from the same
 * specification (`openApiText`). Ids, paths and seeds are always the same for the same specification.
 */
export function openApiPages(specification: Specification, source: OpenApiSource, entry: ComputedEntry): Page[] {
  const outline = outlineOf(specification.content);
  const usedPaths = new Map<string, number>();
  return describePages(outline, source).map(({ title, props, description }) => {
    const computed = { type: source.type, props, dependencies: source.dependencies } as unknown as NonNullable<
      Page['computed']
    >;
    return {
      id: derivedPageId(entry.id, props.doc, 'page' in props ? props.page : ''),
      type: 'document',
      title: oneLine(title),
      path: uniquePath(entry.path, title, usedPaths),
      ...(description && { description }),
      computed,
      computedSeed: computedSeed(computed, specification.version),
    };
  });
}

interface Described {
  title: string;
  props: Props;
  description?: string;
}

function describePages(outline: Outline, { props }: OpenApiSource): Described[] {
  const groups = outline.groups.map(({ tag, title, description }: OperationGroup): Described => {
    const short = (description ?? '')
      .split(/[\n\r]/, 1)
      .join('')
      .trim()
      .slice(0, 200);
    return { title, props: { doc: 'operations', page: tag }, ...(short && { description: short }) };
  });
  const models: Described[] =
    props.models && outline.models.length > 0 ? [{ title: 'Models', props: { doc: 'models' } }] : [];
  return [{ title: outline.title, props: { doc: 'info', page: 'info' } }, ...groups, ...models];
}

/** Returns the path of a page. If several tags have the same slug, later ones get a number. */
function uniquePath(base: string, title: string, usedPaths: Map<string, number>): string {
  const slug = slugOf(title) || 'page';
  let path = slug;
  // Starts from the last number that was used for this slug, because thousands of tags may have the same slug.
  let number = usedPaths.get(slug) ?? 0;
  while (usedPaths.has(path)) path = `${slug}-${++number}`;
  usedPaths.set(slug, number).set(path, usedPaths.get(path) ?? 0);
  return base === '' ? path : `${base}/${path}`;
}

function oneLine(title: string): string {
  return title.replace(/\s+/g, ' ').trim();
}
