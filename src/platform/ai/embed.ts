import type { Json } from '../../engine/base/types.js';
import { chunksOf } from '../arrays/chunks-of.js';
import type { AskService } from './ai.js';
import { wrongAnswer } from './wrong-answer.js';

/** Texts to embed, and the model that embeds them. */
export interface Embedding {
  model: string;
  texts: readonly string[];
  signal: AbortSignal | undefined;
}

/**
 * Maximum number of texts in one request. The response contains a few thousand numbers per text, and parsing it takes
 * less than 20 ms.
 */
const textsPerRequest = 32;

/** Maximum length of a text to send, in characters. Longer texts are shortened. */
const maxInputLength = 8000;

const path = '/embeddings';

/**
 * Returns one vector per text, in the order of the texts.
 * @throws UNAVAILABLE, also if the service does not return vectors of the same length
 */
export async function embedTexts(ask: AskService, { model, texts, signal }: Embedding): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const some of chunksOf(texts, textsPerRequest)) {
    const input = some.map((text) => text.slice(0, maxInputLength).toWellFormed() || ' ');
    vectors.push(...readVectors(await ask(path, { model, input, encoding_format: 'float' }, signal), some.length));
    if (vectors.some(({ length }) => length !== vectors[0]!.length))
      throw wrongAnswer(path, 'vectors of the same length');
  }
  return vectors;
}

/** Returns the vectors of a response, in the order of the request. */
function readVectors(answer: Json, count: number): Float32Array[] {
  const { data } = (answer ?? {}) as { data?: unknown };
  if (!Array.isArray(data) || data.length !== count) throw wrongAnswer(path, `${count} vectors`);
  const byIndex = new Map<unknown, Float32Array>();
  data.forEach((item: { index?: unknown; embedding?: unknown } | null, place) => {
    byIndex.set(item?.index ?? place, readVector(item?.embedding));
  });
  return Array.from({ length: count }, (_, index) => {
    const vector = byIndex.get(index);
    if (!vector) throw wrongAnswer(path, 'a vector for each text');
    return vector;
  });
}

/** Maximum number of dimensions of a vector. */
const maxDimensions = 16_384;

function readVector(embedding: unknown): Float32Array {
  const isVector = Array.isArray(embedding) && embedding.length > 0 && embedding.length <= maxDimensions;
  if (!isVector || !embedding.every((number) => Number.isFinite(number))) throw wrongAnswer(path, 'vectors of numbers');
  return Float32Array.from(embedding);
}
