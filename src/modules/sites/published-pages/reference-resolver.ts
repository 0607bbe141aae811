import type { ContentRef } from '../../../engine/base/types.js';
import type { ReferenceResolver } from '../../../render/html/rendered.js';
import type { Specifications } from './contents.js';
import type { RenderedPageText } from './page-text.js';
import { fileOf, type ReferenceContext, targetName, targetUrl } from './reference-targets.js';

/**
 * Function that returns the address of a reference's target, and whether the address is outside the site. It returns
 * null if there is no target.
 */
export type FindLink = ReferenceResolver['linkOf'];

/** Returns a function that finds the address of a reference. The target must be external, or visible to the visitor. */
export function createFindLink(context: ReferenceContext): FindLink {
  return (ref) => {
    const url = targetUrl(context, ref);
    return url === null ? null : { url, isExternal: ref.kind !== 'file' && isExternalUrl(url) };
  };
}

/** Data that a resolver needs to resolve the references of a page. */
export interface ResolverInput {
  context: ReferenceContext;
  shared: RenderedPageText['shared'];
  specifications: Specifications;
  /** Whether links to other sites open a new window. */
  opensWindows: boolean;
}

/**
 * Returns the resolver that the renderer calls for each reference of a page.
 * @param imageOrigins receives the origins of the page's external images
 */
export function createReferenceResolver(
  { context, shared, specifications, opensWindows }: ResolverInput,
  imageOrigins: Set<string>,
): ReferenceResolver {
  const imageAt = (ref: ContentRef): ReturnType<ReferenceResolver['imageOf']> => {
    const url = targetUrl(context, ref);
    if (url === null) return null;
    const origin = originOf(url);
    if (origin !== null) imageOrigins.add(origin);
    return { url, ...fileOf(context, ref)?.file.dimensions };
  };
  return {
    linkOf: createFindLink(context),
    nameOf: (ref) => targetName(context, ref),
    imageOf: imageAt,
    sharedOf: ({ reusableContent }) => shared.get(String(reusableContent)) ?? null,
    specificationOf: ({ spec }, part) => specifications.get(String(spec))?.(part) ?? null,
    opensWindows,
  };
}

/** Returns the origin of an external URL that browsers can load images from; null for all other addresses. */
export function originOf(url: string): string | null {
  return isExternalUrl(url) ? new URL(url).origin : null;
}

function isExternalUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}
