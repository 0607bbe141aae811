import { posix } from 'node:path';
import { ContentError, type ContentRef, type Manifest } from '../../base/types.js';
import { readReferenceAddress, referenceAddress } from '../../text/links/reference-address.js';
import { manifestIndex } from '../manifest/page-index.js';
import { createLinkLookup, type LinkLookup, type LinkTargets, linkTargetsOf, resolvePath } from './links.js';

const targetsByManifest = new WeakMap<Manifest, LinkTargets>();

/** Returns all possible targets of links in a revision; cached per manifest object. */
export function cachedTargets(manifest: Manifest): LinkTargets {
  const targets = targetsByManifest.get(manifest) ?? linkTargetsOf(manifest);
  targetsByManifest.set(manifest, targets);
  return targets;
}

const lookups = new WeakMap<LinkTargets, LinkLookup>();

/** Returns the lookup for paths in a revision; cached per manifest object. */
export function cachedLookup(manifest: Manifest): LinkLookup {
  return lookupFor(cachedTargets(manifest));
}

function lookupFor(targets: LinkTargets): LinkLookup {
  const lookup = lookups.get(targets) ?? createLinkLookup(targets);
  lookups.set(targets, lookup);
  return lookup;
}

/**
 * Returns a function that converts destinations in a page to references: to pages and files of its revision, anchors,
 * targets of `docgraph:` addresses, and URLs.
 * @param file the page's file; its links are relative to it
 */
export function referenceResolver(file: string, targets: LinkTargets): (destination: string) => ContentRef {
  const lookup = lookupFor(targets);
  return (destination): ContentRef => {
    const url: ContentRef = { kind: 'url', url: destination };
    const outside = readReferenceAddress(destination);
    if (outside) return outside;
    if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(destination)) return url;
    const [, path = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(destination) ?? [];
    if (path === '') return anchor ? { kind: 'anchor', anchor } : url;
    const target = resolvePath(path, file, lookup);
    if (!target) return url;
    if (target.kind === 'file') return { kind: 'file', file: target.id };
    if (target.kind === 'reusable-content') return { kind: target.kind, reusableContent: target.id };
    return anchor ? { kind: 'anchor', anchor, page: target.id } : { kind: 'page', page: target.id };
  };
}

/**
 * Returns a function that converts references of a document to Markdown destinations. Pages and files of the revision
 * get their path from the content root, which stays valid when the page moves. Targets that are in another revision,
 * missing or without a path get their `docgraph:` address.
 * @throws ContentError for kinds that Markdown cannot express
 */
export function createDestinationWriter(manifest: Manifest): (ref: ContentRef) => string {
  const { pageById, fileById, reusableById } = manifestIndex(manifest);
  const pathOf = ({ kind, page, file, reusableContent }: ContentRef): string | undefined => {
    if (kind === 'file') return fileById.get(String(file))?.path;
    if (kind === 'reusable-content') return reusableById.get(String(reusableContent))?.file;
    return kind === 'page' || kind === 'anchor' ? pageById.get(String(page))?.page.file : undefined;
  };
  return (ref) => {
    if (ref.kind === 'url') return String(ref.url);
    if (ref.kind === 'anchor' && !ref.space && !ref.page) return `#${ref.anchor}`;
    const path = ref.space ? undefined : pathOf(ref);
    const anchor = ref.kind === 'anchor' ? `#${ref.anchor}` : '';
    if (path !== undefined) return encodeURI(`/${posix.relative(manifest.root, path)}`) + anchor;
    const address = referenceAddress(ref);
    if (address !== null) return address;
    throw new ContentError(`Markdown cannot express a reference of the kind ${JSON.stringify(ref.kind)} here`);
  };
}
