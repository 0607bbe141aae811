import type { ContentRef } from '../../../engine/base/types.js';
import type { ReferenceResolver } from '../../../render/html/rendered.js';
import type { Specifications } from './contents.js';
import { fileOf, type ReferenceContext, targetName, targetUrl } from './reference-targets.js';
import type { RenderedPageText } from './shown-text.js';

/**
 * Resolves a reference to its address, and reports whether the address is outside of the site; null if there is no
 * target.
 */
export type FindLink = ReferenceResolver['linkOf'];

/** Returns the resolver for the references of a page: visible targets on the site, and external addresses. */
export function linksFrom(from: ReferenceContext): FindLink {
  return (ref) => {
    const url = targetUrl(from, ref);
    return url === null ? null : { url, isExternal: ref.kind !== 'file' && isElsewhere(url) };
  };
}

/** Data for replacing the references of a page with addresses. */
export interface Filling {
  from: ReferenceContext;
  shared: RenderedPageText['shared'];
  specifications: Specifications;
  opensWindows: boolean;
}

/**
 * Returns the filler that replaces the references of a page.
 * @param imageOrigins receives the origins of the page's external images
 */
export function fillerFor(
  { from, shared, specifications, opensWindows }: Filling,
  imageOrigins: Set<string>,
): ReferenceResolver {
  const imageAt = (ref: ContentRef): ReturnType<ReferenceResolver['imageOf']> => {
    const url = targetUrl(from, ref);
    if (url === null) return null;
    const origin = originOf(url);
    if (origin !== null) imageOrigins.add(origin);
    return { url, ...fileOf(from, ref)?.file.dimensions };
  };
  return {
    linkOf: linksFrom(from),
    nameOf: (ref) => targetName(from, ref),
    imageOf: imageAt,
    sharedOf: ({ reusableContent }) => shared.get(String(reusableContent)) ?? null,
    specificationOf: ({ spec }, part) => specifications.get(String(spec))?.(part) ?? null,
    opensWindows,
  };
}

/** Returns the origin of an external URL that browsers can load images from; null for all other addresses. */
export function originOf(url: string): string | null {
  return isElsewhere(url) ? new URL(url).origin : null;
}

function isElsewhere(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}
