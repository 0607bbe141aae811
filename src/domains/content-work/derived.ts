import type { TextReferences } from '../../content/links/text-references.js';
import type { Redirects } from '../../content/redirects/redirects.js';
import type { KnownSection } from '../../content/search/page-sections.js';
import type { TextWords } from '../../content/search/page-words.js';
import type { Hash } from '../../content/types.js';
import { keep } from '../../kept.js';
import { doWork } from './do-work.js';
import type { Blobs } from './missing-blob.js';

/** What a text alone determines, kept in memory by the hash of its blob: content is immutable, so it is right for ever. */
export interface Derived<Result extends object> {
  /** What is in memory. */
  known(blob: Hash): Result | undefined;
  /** What is in memory, else made of the bytes of a page's file, front matter included. @throws as `doWork` */
  of(blob: Hash, bytes: Uint8Array): Promise<Result>;
}

/** What all of some texts determine: those in memory, and the others as the function reads them, all at once. */
export async function derivedOf<Result extends object>(
  derived: Derived<Result>,
  blobs: Iterable<Hash>,
  read: (missing: Hash[]) => Promise<Blobs>,
): Promise<Map<Hash, Result>> {
  const found = new Map<Hash, Result | undefined>();
  for (const blob of blobs) found.set(blob, derived.known(blob));
  const missing = [...found.keys()].filter((blob) => found.get(blob) === undefined);
  const texts = await read(missing);
  await Promise.all(missing.map(async (blob) => found.set(blob, await derived.of(blob, texts.get(blob)!))));
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
  const kept = keep<Result>(task, (result) => 2 * lengthOf(result));
  // Of those who ask for the same at once, one has it made.
  const underWay = new Map<Hash, Promise<Result>>();
  const make = async (blob: Hash, bytes: Uint8Array): Promise<Result> => {
    const made = (await doWork(task, { blob, bytes }, { weight: bytes.length })) as object as Result;
    kept.set(blob, made);
    return made;
  };
  return {
    known: kept.get,
    async of(blob, bytes) {
      const found = kept.get(blob) ?? underWay.get(blob);
      if (found) return found;
      const making = make(blob, bytes).finally(() => underWay.delete(blob));
      underWay.set(blob, making);
      return making;
    },
  };
}
