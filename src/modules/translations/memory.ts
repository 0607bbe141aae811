import { hashOf } from '../../engine/base/blob.js';
import { canonicalJson } from '../../engine/base/canonical-json.js';
import type { SourceText } from '../../engine/translation/space/texts-to-translate.js';
import { chunksOf } from '../../platform/arrays/chunks-of.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { insertRows } from '../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { forEachYielding, yieldToEventLoop } from '../../platform/workers/event-loop.js';

/** Parameters of the translation of texts. */
export interface MemoryKeyParameters {
  /** Name of the provider. */
  provider: string;
  from: string;
  to: string;
  instructions: string;
}

/** Number of keys in one query. */
const keysPerQuery = 500;

/**
 * Returns the memory key of each text: a hash of the text and all other inputs of its translation. These are the
 * provider, the languages, the instructions, and the glossary terms in the text.
 */
export async function memoryKeys(
  texts: readonly SourceText[],
  { provider, from, to, instructions }: MemoryKeyParameters,
): Promise<Map<string, string>> {
  const common = hashOf(canonicalJson([provider, from, to, instructions]));
  const keys = new Map<string, string>();
  await forEachYielding(texts, ({ hash, terms }) => {
    keys.set(hash, hashOf(canonicalJson([common, hash, terms as string[][]])));
  });
  return keys;
}

/** Returns the stored translations of some keys. */
export async function readMemory(
  read: Queries,
  organizationId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const some of chunksOf(keys, keysPerQuery)) {
    const query = read.sql
      .selectFrom('TranslationMemory')
      .select(['key', 'text'])
      .where('organizationId', '=', organizationId)
      .where(read.inList('key', some));
    for (const { key, text } of await read.all(query)) found.set(key, text);
    await yieldToEventLoop();
  }
  return found;
}

/** Stores translations. Does not replace existing ones, because two concurrent runs may request the same text. */
export async function saveToMemory(
  tx: Transaction,
  organizationId: string,
  answers: ReadonlyMap<string, string>,
): Promise<void> {
  const createdAt = new Date();
  const rows = [...answers].sort().map(([key, text]) => ({ organizationId, key, text, createdAt }));
  await insertRows(tx, { table: 'TranslationMemory', rows, ignoreExisting: true });
}
