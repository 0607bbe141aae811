import { denseVector, encodeVector } from '../../engine/clusters/vectors.js';
import type { Analysis } from './analysis.js';

/** Number of texts that are embedded between two checks for an abort. */
export const embeddedAtOnce = 128;

/**
 * Returns the vectors of texts in their stored form; null if no embedding model is configured.
 * @throws UNAVAILABLE if the service fails
 */
export async function embedItems({ ai, run }: Analysis, texts: readonly string[]): Promise<Uint8Array[] | null> {
  if (!ai?.embeddingModel) return null;
  const embeddings = await ai.embed(texts, run.signal);
  return embeddings.map((numbers) => encodeVector(denseVector(numbers)));
}
