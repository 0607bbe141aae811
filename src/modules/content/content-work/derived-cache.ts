import type { Hash } from '../../../engine/base/types.js';
import type { TokenizedSection } from '../../../engine/search/page-sections.js';
import type { TextWords } from '../../../engine/search/page-words.js';
import type { TextReferences } from '../../../engine/tree/links/text-references.js';
import type { Redirects } from '../../../engine/tree/redirects/redirects.js';
import { createCache } from '../../../platform/cache/cache.js';
import { doWork } from './do-work.js';
import type { Blobs } from './missing-blob.js';

/**
 * Cache of data that is derived from a text alone. The key is the hash of the text's blob. Entries never become stale,
 * because content is immutable.
 */
export interface DerivedCache<Result extends object> {
  /** Returns the cached result. */
  get(blob: Hash): Result | undefined;
  /**
   * Returns the cached result, or computes it from a page's file. Concurrent callers share the work.
   * @throws errors of `doWork`
   */
  getOrCompute(blob: Hash, text: StoredText): Promise<Result>;
}

/** Bytes of a page's file, including the front matter. */
export interface StoredText {
  bytes: Uint8Array;
  /** Organization of the page. */
  organizationId: string;
}

/** Texts of an organization, and a function that reads them. */
export interface TextBatch {
  organizationId: string;
  blobs: Iterable<Hash>;
  /** Reads texts in one batch. */
  read(missing: Hash[]): Promise<Blobs>;
}

/** Returns the results for several texts. Reads the texts without a cached result in one batch. */
export async function getDerived<Result extends object>(
  cache: DerivedCache<Result>,
  { organizationId, blobs, read }: TextBatch,
): Promise<Map<Hash, Result>> {
  const results = new Map<Hash, Result | undefined>();
  for (const blob of blobs) results.set(blob, cache.get(blob));
  const missing = [...results.keys()].filter((blob) => results.get(blob) === undefined);
  const texts = await read(missing);
  await Promise.all(
    missing.map(async (blob) =>
      results.set(blob, await cache.getOrCompute(blob, { bytes: texts.get(blob)!, organizationId })),
    ),
  );
  return results as Map<Hash, Result>;
}

/** Words and terms of a text, for the search index. */
export const words = createDerivedCache<TextWords>('words', ({ words, terms }) => words.length + terms.length);

/** References in a text, and its anchors. */
export const references = createDerivedCache<TextReferences>('references', ({ references, anchors }) => {
  const lengths = references.map(({ address, section }) => address.length + section.length + 40);
  return lengths.concat(anchors.map((anchor) => anchor.length + 20)).reduce((sum, length) => sum + length, 0);
});

/** Sections of a text, for search. */
export const sections = createDerivedCache<TokenizedSection[]>('sections', (all) =>
  all.reduce((sum, { section, body }) => sum + section.body.length + body.length, 0),
);

/** Redirects in a configuration file. */
export const redirects = createDerivedCache<Redirects>('redirects', (all) =>
  [...all].reduce((sum, [from, to]) => sum + from.length + to.length + 40, 0),
);

/**
 * Creates a cache of the results of a task.
 * @param lengthOf returns the number of characters of a result; a character takes two bytes
 */
function createDerivedCache<Result extends object>(
  task: 'words' | 'references' | 'sections' | 'redirects',
  lengthOf: (result: Result) => number,
): DerivedCache<Result> {
  const cache = createCache<Result>({ name: `${task} of texts`, weigh: (result) => 2 * lengthOf(result) });
  return {
    get: cache.get,
    getOrCompute: (blob, { bytes, organizationId: tenant }) =>
      cache.getOrCompute(blob, tenant, async () => {
        const result = await doWork(task, { blob, bytes }, { tenant, weight: bytes.length });
        return result as object as Result;
      }),
  };
}
