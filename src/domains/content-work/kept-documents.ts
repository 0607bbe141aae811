import { equalJson } from '../../content/canonical-json.js';
import type { LinkTargets } from '../../content/links/links.js';
import { referenceResolver } from '../../content/links/references.js';
import type { Hash, Json } from '../../content/types.js';
import { keep } from '../../kept.js';
import { doWork } from './do-work.js';
import type { LinkedDocument } from './read-text.js';
import { weightOf } from './weight.js';

/** The text of a blob in its surroundings: all that its tree of blocks is made of, as long as no expression is evaluated. */
export interface PlacedText {
  blob: Hash;
  /** The page's file, from which its links start; empty where it has none. */
  file: string;
  /** What its links can lead to. */
  targets: LinkTargets;
}

/** A tree of blocks that is in memory; nobody who gets it changes it. */
export interface KnownDocument {
  document: Json;
  /** Characters of its Markdown, without front matter. */
  length: number;
}

/** What it was made of beside its key: the tree is right wherever its links lead to the same. */
interface KeptDocument extends KnownDocument, Pick<LinkedDocument, 'links'> {
  /** Where they are known to. */
  targets: WeakRef<LinkTargets>;
}

/** Objects and lists hold about three times what they weigh as text. */
const kept = keep<KeptDocument>('document', ({ document }) => 3 * weightOf(document, Number.POSITIVE_INFINITY));

/** The tree of a text that is in memory, if it would be the same here; undefined where there is none. */
export function knownDocument(text: PlacedText): KnownDocument | undefined {
  const found = kept.get(keyOf(text));
  return found && leadsAlike(found, text) ? found : undefined;
}

/**
 * The tree of blocks of a text: from memory, else made of its Markdown, without front matter, and kept.
 * @throws as `doWork`
 */
export async function documentFrom(text: PlacedText, markdown: string): Promise<Json> {
  const known = knownDocument(text);
  if (known) return known.document;
  const { file, targets } = text;
  const { length } = markdown;
  const made = await doWork('linkedDocument', { markdown, file, targets }, { weight: length });
  kept.set(keyOf(text), { ...made, length, targets: new WeakRef(targets) });
  return made.document;
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
