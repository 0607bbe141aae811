import { denseVector, encodeVector } from '../../engine/clusters/vectors.js';
import type { Analysis } from './analysis.js';

/** Texts that are embedded between two looks at whether the attempt goes on. */
export const embeddedAtOnce = 128;

/** The vectors of texts, as they are stored; null where no model embeds. @throws UNAVAILABLE where the service fails */
export async function embedItems({ ai, run }: Analysis, texts: readonly string[]): Promise<Uint8Array[] | null> {
  if (!ai?.embeddingModel) return null;
  const embeddings = await ai.embed(texts, run.signal);
  return embeddings.map((numbers) => encodeVector(denseVector(numbers)));
}
