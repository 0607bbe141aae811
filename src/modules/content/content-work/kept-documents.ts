import { equalJson } from '../../../engine/base/canonical-json.js';
import type { Hash, Json } from '../../../engine/base/types.js';
import type { LinkTargets } from '../../../engine/tree/links/links.js';
import { referenceResolver } from '../../../engine/tree/links/references.js';
import { createCache } from '../../../platform/cache/cache.js';
import { unpackJson } from '../../../platform/workers/packed-json.js';
import { doWork } from './do-work.js';
import type { LinkedDocument } from './read-text.js';

/** The text of a blob in its surroundings: all that its tree of blocks is made of, as long as no expression is evaluated. */
export interface PlacedText {
  blob: Hash;
  /** The page's file, from which its links start; empty where it has none. */
  file: string;
  /** What its links can lead to. */
  targets: LinkTargets;
}

/** A tree of blocks that is in memory. It is kept as JSON: a tree of objects takes twice as much room, and would be shared. */
export interface KeptDocument extends LinkedDocument {
  /** Characters of its Markdown, without front matter. */
  length: number;
  /** Where its links are known to lead as they do in the tree. */
  targets: WeakRef<LinkTargets>;
}

const documents = createCache<KeptDocument>({
  name: 'trees of blocks',
  weigh: ({ document: { pieces }, links }) => pieces.reduce((sum, { json }) => sum + 2 * json.length, 200 * links.size),
});

/** What is in memory of a text, if its tree would be the same here; undefined where there is nothing. */
export function keptDocument(text: PlacedText): KeptDocument | undefined {
  const found = documents.get(keyOf(text));
  return found && leadsAlike(found, text) ? found : undefined;
}

/** How the tree of a text is made. */
export interface Making {
  /** Whose turn it takes. */
  tenant: string;
  /** Reads the Markdown, without front matter, and takes what the work costs. Not called for a tree that others are making. */
  read(): Promise<string>;
  /** Takes the same for a tree that others have made, by the characters of its Markdown. */
  pay(length: number): Promise<void>;
}

/**
 * Makes the tree of blocks of a text and caches it. Callers that ask for the same tree meanwhile share the work, and do not even
 * read the text.
 * @throws as `doWork`, `read` and `pay`
 */
export async function makeDocument(text: PlacedText, { tenant, read, pay }: Making): Promise<KeptDocument> {
  const { file, targets } = text;
  const make = async (): Promise<KeptDocument> => {
    const markdown = await read();
    const { length } = markdown;
    const made = await doWork('linkedDocument', { markdown, file, targets }, { tenant, weight: length });
    return { ...made, length, targets: new WeakRef(targets) };
  };
  const { value, isOwn } = await documents.getOrShare(keyOf(text), tenant, make);
  if (isOwn) return value;
  if (leadsAlike(value, text)) {
    await pay(value.length);
    return value;
  }
  // Its links lead elsewhere in another revision of the space.
  const own = await make();
  documents.set(keyOf(text), own);
  return own;
}

/** The tree itself: each time another, which is the caller's own. */
export async function treeOf({ document }: KeptDocument): Promise<Json> {
  return (await unpackJson(document)) as Json;
}

function keyOf({ blob, file }: PlacedText): string {
  return `${blob} ${file}`;
}

function leadsAlike(found: KeptDocument, { file, targets }: PlacedText): boolean {
  if (found.targets.deref() === targets) return true;
  const pointsAt = referenceResolver(file, targets);
  for (const [destination, ref] of found.links) if (!equalJson(pointsAt(destination), ref)) return false;
  found.targets = new WeakRef(targets);
  return true;
}
