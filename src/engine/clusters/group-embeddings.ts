import { findCommunities } from './communities.js';
import { centredOn, createEmbeddingModel, type EmbeddingModel, meanOf } from './embedding-model.js';
import { dropSingletons, type Grouped, neighboursPerText } from './group-texts.js';
import { nearestEmbeddings } from './nearest-embeddings.js';
import { createNetwork } from './network.js';
import { dot } from './vectors.js';

/** Groups embeddings of the same size by similarity after the mean is subtracted. Equal embeddings count once. */
export function groupEmbeddings(lists: readonly Float32Array[]): Grouped<EmbeddingModel> {
  const { rowOf, rows, copies } = distinctRows(lists);
  const mean = rows.length > 1 ? meanOf(rows) : new Float32Array(rows[0]?.length ?? 0);
  const centred = rows.map((numbers) => centredOn(mean, numbers));
  const groups = dropSingletons(
    findCommunities(createNetwork(nearestEmbeddings(centred, neighboursPerText(rows.length)))),
    copies,
  );
  const model = createEmbeddingModel(mean, centred, groups);
  const likeness = centred.map((numbers, row) => likenessTo(model, groups[row]!, numbers));
  return {
    groups: rowOf.map((row) => groups[row]!),
    likeness: Float32Array.from(rowOf, (row) => likeness[row]!),
    count: model.groupCount,
    model,
  };
}

function likenessTo({ middles, mean }: EmbeddingModel, group: number, numbers: Float32Array): number {
  if (group < 0) return 0;
  return Math.min(1, Math.max(0, dot(middles.subarray(group * mean.length, (group + 1) * mean.length), numbers)));
}

function distinctRows(lists: readonly Float32Array[]) {
  const known = new Map<string, number>();
  const rows: Float32Array[] = [];
  const copies: number[] = [];
  const rowOf = Int32Array.from(lists, (numbers) => {
    const key = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('latin1');
    const row = known.get(key) ?? rows.push(numbers) - 1;
    known.set(key, row);
    copies[row] = (copies[row] ?? 0) + 1;
    return row;
  });
  return { rowOf, rows, copies: Int32Array.from(copies) };
}
