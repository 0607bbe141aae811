import type { Hash } from '../../engine/base/types.js';
import { maxDocumentBytes } from '../../engine/openapi/texts/read-document.js';
import { badInput } from '../../platform/base/errors.js';
import { encodeYielding, hashYielding } from '../../platform/workers/large-texts.js';
import { storeBlobs } from '../content/revisions/store-content.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

/** Source of the document of a specification: exactly one of the two members. */
export interface SpecificationSource {
  url?: string | null;
  text?: string | null;
}

/** A source that was checked and hashed before the transaction that stores it. */
export type ReadySource = { url: string } | { hash: Hash; bytes: Uint8Array };

/** Milliseconds between two fetches of an address. */
const refreshEvery = 86_400_000;

/**
 * Reads a source; yields to the event loop.
 * @throws BAD_USER_INPUT for a text that is empty or over 32 MiB
 */
export async function readySource({ url, text }: SpecificationSource): Promise<ReadySource> {
  if (url != null) return { url };
  const bytes = await encodeYielding(text ?? '');
  if (bytes.length > 0 && bytes.length <= maxDocumentBytes) return { hash: await hashYielding(bytes, 'hex'), bytes };
  const rule = `must have 1 to ${maxDocumentBytes} bytes (got ${bytes.length})`;
  throw badInput('source.text', `\`source.text\` ${rule}`);
}

/** Stores a source. Returns the new columns of its specification, in the state that waits for processing. */
export async function storeSource(
  { tx, at }: Pick<UnitOfWork, 'tx' | 'at'>,
  organizationId: string,
  source: ReadySource,
) {
  const waiting = { processingState: 'pending', updatedAt: at };
  if ('url' in source) {
    const refreshAt = new Date(at.getTime() + refreshEvery);
    return { ...waiting, sourceUrl: source.url, sourceBlobHash: null, refreshAt };
  }
  await storeBlobs(tx, { organizationId, storedAt: at }, new Map([[source.hash, source.bytes]]));
  return { ...waiting, sourceUrl: null, sourceBlobHash: source.hash, refreshAt: null };
}

/** Returns the source as the event log has it: its address without parts that may be secret, or its size. */
export function sourceForEventLog(source: ReadySource): { url: string } | { bytes: number } {
  if (!('url' in source)) return { bytes: source.bytes.length };
  const { origin, pathname } = new URL(source.url);
  return { url: `${origin}${pathname}` };
}
