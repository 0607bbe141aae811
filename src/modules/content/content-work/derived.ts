import type { Hash } from '../../../engine/base/types.js';
import type { KnownSection } from '../../../engine/search/page-sections.js';
import type { TextWords } from '../../../engine/search/page-words.js';
import type { TextReferences } from '../../../engine/tree/links/text-references.js';
import type { Redirects } from '../../../engine/tree/redirects/redirects.js';
import { createCache } from '../../../platform/cache/cache.js';
import { doWork } from './do-work.js';
import type { Blobs } from './missing-blob.js';

/** What a text alone determines, kept in memory by the hash of its blob: content is immutable, so it is right for ever. */
export interface Derived<Result extends object> {
  /** What is in memory. */
  known(blob: Hash): Result | undefined;
  /**
   * What is in memory, otherwise made of a page's file. Callers that ask for the same meanwhile share the work.
   * @throws as `doWork`
   */
  of(blob: Hash, text: StoredText): Promise<Result>;
}

/** A page's file, front matter included. */
export interface StoredText {
  bytes: Uint8Array;
  /** The organization that has it. */
  organizationId: string;
}

/** Texts of an organization. */
export interface Texts {
  organizationId: string;
  blobs: Iterable<Hash>;
  /** Reads those that are asked for, all at once. */
  read(missing: Hash[]): Promise<Blobs>;
}

/** What each of some texts determines: those in memory, and the others as they are read. */
export async function derivedOf<Result extends object>(
  derived: Derived<Result>,
  { organizationId, blobs, read }: Texts,
): Promise<Map<Hash, Result>> {
  const found = new Map<Hash, Result | undefined>();
  for (const blob of blobs) found.set(blob, derived.known(blob));
  const missing = [...found.keys()].filter((blob) => found.get(blob) === undefined);
  const texts = await read(missing);
  await Promise.all(
    missing.map(async (blob) => found.set(blob, await derived.of(blob, { bytes: texts.get(blob)!, organizationId }))),
  );
  return found as Map<Hash, Result>;
}

/** The words that search finds a text by. */
export const words = derived<TextWords>('words', ({ words, terms }) => words.length + terms.length);

/** What a text points at, and what of it can be pointed at. */
export const references = derived<TextReferences>('references', ({ references, anchors }) => {
  const lengths = references.map(({ address, section }) => address.length + section.length + 40);
  return lengths.concat(anchors.map((anchor) => anchor.length + 20)).reduce((sum, length) => sum + length, 0);
});

/** The sections of a text, in which search looks for words. */
export const sections = derived<KnownSection[]>('sections', (all) =>
  all.reduce((sum, { section, body }) => sum + section.body.length + body.length, 0),
);

/** Where the redirects of a configuration lead. */
export const redirects = derived<Redirects>('redirects', (all) =>
  [...all].reduce((sum, [from, to]) => sum + from.length + to.length + 40, 0),
);

/** @param lengthOf characters that a result has, of two bytes each */
function derived<Result extends object>(
  task: 'words' | 'references' | 'sections' | 'redirects',
  lengthOf: (result: Result) => number,
): Derived<Result> {
  const cache = createCache<Result>({ name: `${task} of texts`, weigh: (result) => 2 * lengthOf(result) });
  return {
    known: cache.get,
    of: (blob, { bytes, organizationId: tenant }) =>
      cache.getOrCompute(blob, tenant, async () => {
        const made = await doWork(task, { blob, bytes }, { tenant, weight: bytes.length });
        return made as object as Result;
      }),
  };
}
