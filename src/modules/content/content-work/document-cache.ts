import { equalJson } from '../../../engine/base/canonical-json.js';
import type { Hash, Json } from '../../../engine/base/types.js';
import type { LinkTargets } from '../../../engine/tree/links/links.js';
import { referenceResolver } from '../../../engine/tree/links/references.js';
import { createCache } from '../../../platform/cache/cache.js';
import { unpackJson } from '../../../platform/workers/packed-json.js';
import { doWork } from './do-work.js';
import type { LinkedDocument } from './read-text.js';

/** A text and its location in a space. Its document depends only on these values, unless expressions are evaluated. */
export interface TextAtPath {
  blob: Hash;
  /** Path of the page's file, the base of its relative links; empty if it has none. */
  file: string;
  /** Possible targets of its links. */
  targets: LinkTargets;
}

/** A cached document. It is JSON text: objects would take twice the memory, and callers would share them. */
export interface CachedDocument extends LinkedDocument {
  /** Length of its Markdown in characters, without front matter. */
  length: number;
  /** Targets that the links of the document were last compared with. */
  targets: WeakRef<LinkTargets>;
}

const documents = createCache<CachedDocument>({
  name: 'trees of blocks',
  weigh: ({ document: { pieces }, links }) => pieces.reduce((sum, { json }) => sum + 2 * json.length, 200 * links.size),
});

/** Returns the cached document of a text if its links still have the same targets; otherwise undefined. */
export function getCachedDocument(text: TextAtPath): CachedDocument | undefined {
  const cached = documents.get(cacheKey(text));
  return cached && hasSameTargets(cached, text) ? cached : undefined;
}

/** Inputs for computing the document of a text. */
export interface DocumentComputation {
  /** Organization that the task runs for. */
  tenant: string;
  /**
   * Reads the Markdown without front matter, and charges its cost. Not called if another caller computes the document.
   */
  read(): Promise<string>;
  /** Charges the same cost for a document that another caller computed. `length` is the length of its Markdown. */
  pay(length: number): Promise<void>;
}

/**
 * Computes the document of a text and caches it. Concurrent callers for the same text share the work, and only one of
 * them reads the text.
 * @throws errors of `doWork`, `read` and `pay`
 */
export async function computeDocument(
  text: TextAtPath,
  { tenant, read, pay }: DocumentComputation,
): Promise<CachedDocument> {
  const { file, targets } = text;
  const compute = async (): Promise<CachedDocument> => {
    const markdown = await read();
    const { length } = markdown;
    const linkedDocument = await doWork('linkedDocument', { markdown, file, targets }, { tenant, weight: length });
    return { ...linkedDocument, length, targets: new WeakRef(targets) };
  };
  const { value, isOwn } = await documents.getOrShare(cacheKey(text), tenant, compute);
  if (isOwn) return value;
  if (hasSameTargets(value, text)) {
    await pay(value.length);
    return value;
  }
  // The cached document may be from another revision of the space. There, the links may have other targets.
  const recomputed = await compute();
  documents.set(cacheKey(text), recomputed);
  return recomputed;
}

/** Returns the document as a new object, which the caller may change. */
export async function unpackDocument({ document }: CachedDocument): Promise<Json> {
  return (await unpackJson(document)) as Json;
}

function cacheKey({ blob, file }: TextAtPath): string {
  return `${blob} ${file}`;
}

function hasSameTargets(cached: CachedDocument, { file, targets }: TextAtPath): boolean {
  if (cached.targets.deref() === targets) return true;
  const resolveReference = referenceResolver(file, targets);
  for (const [destination, ref] of cached.links) if (!equalJson(resolveReference(destination), ref)) return false;
  cached.targets = new WeakRef(targets);
  return true;
}
