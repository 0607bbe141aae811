import type { Neighbours } from './neighbours.js';

/**
 * Weighted graph in compressed rows. The neighbors of node i are at the indexes from `offsets[i]` to `offsets[i + 1]`,
 * each once, with the weights of the edges.
 */
export interface Network {
  count: number;
  offsets: Int32Array;
  targets: Int32Array;
  weights: Float64Array;
}

/** Directed edge between two nodes. */
export interface Edge {
  one: number;
  other: number;
  weight: number;
}

/**
 * Returns a network whose edges link neighbors. The weight of an edge is the similarity, doubled if each node is among
 * the neighbors of the other.
 */
export function createNetwork({ each, ids, likeness }: Neighbours): Network {
  const bonds: Edge[] = [];
  for (const [place, to] of ids.entries()) {
    if (to < 0) continue;
    const from = Math.floor(place / each);
    bonds.push({ one: from, other: to, weight: likeness[place]! }, { one: to, other: from, weight: likeness[place]! });
  }
  return createNetworkFromEdges(ids.length / each, bonds);
}

/** Returns the network of directed edges. Weights of edges between the same two nodes are added up. */
export function createNetworkFromEdges(count: number, bonds: Iterable<Edge>): Network {
  const bound = Array.from({ length: count }, () => new Map<number, number>());
  for (const { one: from, other: to, weight } of bonds) bound[from]!.set(to, (bound[from]!.get(to) ?? 0) + weight);
  const offsets = new Int32Array(count + 1);
  for (const [thing, { size }] of bound.entries()) offsets[thing + 1] = offsets[thing]! + size;
  const targets = new Int32Array(offsets[count]!);
  const weights = new Float64Array(offsets[count]!);
  for (const [thing, weightByTarget] of bound.entries()) {
    let place = offsets[thing]!;
    for (const [to, weight] of weightByTarget) {
      targets[place] = to;
      weights[place++] = weight;
    }
  }
  return { count, offsets, targets, weights };
}
