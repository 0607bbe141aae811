import type { ContentRef } from '../../../engine/base/types.js';
import type { Filler } from '../../../render/html/rendered.js';
import type { Specifications } from './contents.js';
import { addressOf, fileOf, nameOf, type Standpoint } from './reference-targets.js';
import type { ShownText } from './shown-text.js';

/** Where a reference leads, and whether that is another site; null where nowhere. */
export type FindLink = Filler['linkOf'];

/** Says what the references of a page lead to: what the visitor is shown of the site, and addresses elsewhere. */
export function linksFrom(from: Standpoint): FindLink {
  return (ref) => {
    const url = addressOf(from, ref);
    return url === null ? null : { url, isExternal: ref.kind !== 'file' && isElsewhere(url) };
  };
}

/** What a page is filled with. */
export interface Filling {
  from: Standpoint;
  shared: ShownText['shared'];
  specifications: Specifications;
  opensWindows: boolean;
}

/**
 * Fills the references of a page.
 * @param imageOrigins takes the origins of the images that it has from elsewhere
 */
export function fillerFor({ from, shared, specifications, opensWindows }: Filling, imageOrigins: Set<string>): Filler {
  const imageAt = (ref: ContentRef): ReturnType<Filler['imageOf']> => {
    const url = addressOf(from, ref);
    if (url === null) return null;
    const origin = originOf(url);
    if (origin !== null) imageOrigins.add(origin);
    return { url, ...fileOf(from, ref)?.file.dimensions };
  };
  return {
    linkOf: linksFrom(from),
    nameOf: (ref) => nameOf(from, ref),
    imageOf: imageAt,
    sharedOf: ({ reusableContent }) => shared.get(String(reusableContent)) ?? null,
    specificationOf: ({ spec }, part) => specifications.get(String(spec))?.(part) ?? null,
    opensWindows,
  };
}

/** The origin of an address elsewhere that browsers load from; null for any other. */
export function originOf(url: string): string | null {
  return isElsewhere(url) ? new URL(url).origin : null;
}

function isElsewhere(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}
