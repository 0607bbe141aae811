import type { Hash } from '../../engine/base/types.js';
import { maxDocumentBytes } from '../../engine/openapi/texts/read-document.js';
import { badInput } from '../../platform/base/errors.js';
import { encodeYielding, hashYielding } from '../../platform/workers/large-texts.js';
import { storeBlobs } from '../content/revisions/store-content.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

/** Source of the document of a specification: exactly one of `url` and `text` is given. */
export interface SpecificationSource {
  url?: string | null;
  text?: string | null;
}

/**
 * A source that was checked and hashed. This is done before the transaction that stores it, to keep the transaction
 * short.
 */
export type PreparedSource = { url: string } | { hash: Hash; bytes: Uint8Array };

/** Milliseconds between two fetches of the same URL. */
const refreshIntervalMs = 86_400_000;

/**
 * Checks a source and hashes its text. Yields to the event loop while it does this.
 * @throws BAD_USER_INPUT for a text that is empty or over 32 MiB
 */
export async function prepareSource({ url, text }: SpecificationSource): Promise<PreparedSource> {
  if (url != null) return { url };
  const bytes = await encodeYielding(text ?? '');
  if (bytes.length > 0 && bytes.length <= maxDocumentBytes) return { hash: await hashYielding(bytes, 'hex'), bytes };
  const rule = `must have 1 to ${maxDocumentBytes} bytes (got ${bytes.length})`;
  throw badInput('source.text', `\`source.text\` ${rule}`);
}

/** Stores a source. Returns the columns to set on its specification, with the processing state `pending`. */
export async function storeSource(
  { tx, at }: Pick<UnitOfWork, 'tx' | 'at'>,
  organizationId: string,
  source: PreparedSource,
) {
  const pending = { processingState: 'pending', updatedAt: at };
  if ('url' in source) {
    const refreshAt = new Date(at.getTime() + refreshIntervalMs);
    return { ...pending, sourceUrl: source.url, sourceBlobHash: null, refreshAt };
  }
  await storeBlobs(tx, { organizationId, storedAt: at }, new Map([[source.hash, source.bytes]]));
  return { ...pending, sourceUrl: null, sourceBlobHash: source.hash, refreshAt: null };
}

/**
 * Returns the description of a source for the event log: the origin and path of its URL, or the size of its text. The
 * other parts of a URL may be secret.
 */
export function sourceForEventLog(source: PreparedSource): { url: string } | { bytes: number } {
  if (!('url' in source)) return { bytes: source.bytes.length };
  const { origin, pathname } = new URL(source.url);
  return { url: `${origin}${pathname}` };
}
