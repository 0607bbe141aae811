import { createNetworkFromEdges, type Edge, type Network } from './network.js';

/**
 * Returns the resolution parameter of the modularity, which determines the number of groups. 1 is plain modularity and
 * suits about fifty nodes. With thousands of nodes, 1 would result in a few large communities, so the resolution grows
 * to 4.
 */
function modularityResolution(count: number): number {
  return Math.min(4, Math.max(1, Math.sqrt(count) / 7));
}

/** Maximum average number of visits per node. Communities stop changing long before this limit. */
const maxVisitsPerNode = 50;

/**
 * Returns the communities of a network by the Louvain method. Each node moves to the community that it has the
 * strongest edges to, compared with chance. Then whole communities move in the same way, until none moves. Nodes are
 * visited in order, so the result is deterministic.
 * @returns the number of the community of each node; communities are numbered from 0 in the order of their first node
 */
export function findCommunities(network: Network): Int32Array {
  const degrees = degreesOf(network);
  const chance = modularityResolution(network.count) / degrees.reduce((sum, degree) => sum + degree, 0);
  let members = Int32Array.from({ length: network.count }, (_, thing) => thing);
  for (let level = { network, degrees }; ; ) {
    const communities = optimizeModularity(level.network, level.degrees, chance);
    const numbers = renumberCommunities(communities);
    members = members.map((thing) => numbers.of[thing]!);
    if (numbers.count === level.network.count) return renumberCommunities(members).of;
    level = aggregateNetwork(level, numbers);
  }
}

interface Level {
  network: Network;
  /** Weighted degree of each node, including edges from the node to itself. */
  degrees: Float64Array;
}

interface NumberedCommunities {
  of: Int32Array;
  count: number;
}

function degreesOf({ count, offsets, weights }: Network): Float64Array {
  const degrees = new Float64Array(count);
  for (let thing = 0; thing < count; thing++)
    for (let place = offsets[thing]!; place < offsets[thing + 1]!; place++) degrees[thing]! += weights[place]!;
  return degrees;
}

/** Moves nodes between communities until each is in the community that it has the strongest edges to. */
function optimizeModularity(network: Network, degrees: Float64Array, chance: number): Int32Array {
  const state = {
    community: Int32Array.from({ length: network.count }, (_, thing) => thing),
    totals: degrees.slice(),
    bound: new Float64Array(network.count),
    seen: new Int32Array(network.count),
  };
  let waiting = [...state.community.keys()];
  const isWaiting = new Uint8Array(network.count).fill(1);
  let looksLeft = network.count * maxVisitsPerNode;
  while (waiting.length > 0 && looksLeft > 0) {
    const next: number[] = [];
    for (const thing of waiting) {
      looksLeft--;
      isWaiting[thing] = 0;
      if (!moveNode({ network, degrees, chance, state }, thing)) continue;
      for (let place = network.offsets[thing]!; place < network.offsets[thing + 1]!; place++) {
        const neighbor = network.targets[place]!;
        if (isWaiting[neighbor] || state.community[neighbor] === state.community[thing]) continue;
        isWaiting[neighbor] = 1;
        next.push(neighbor);
      }
    }
    waiting = next;
  }
  return state.community;
}

interface ModularityState extends Level {
  chance: number;
  state: { community: Int32Array; totals: Float64Array; bound: Float64Array; seen: Int32Array };
}

/** Moves a node to the community that it has the strongest edges to, compared with chance. Returns whether it moved. */
function moveNode({ network, degrees, chance, state }: ModularityState, thing: number): boolean {
  const { community, totals, bound, seen } = state;
  const own = community[thing]!;
  let count = 0;
  for (let place = network.offsets[thing]!; place < network.offsets[thing + 1]!; place++) {
    const neighborCommunity = community[network.targets[place]!]!;
    if (bound[neighborCommunity] === 0) seen[count++] = neighborCommunity;
    bound[neighborCommunity]! += network.weights[place]!;
  }
  totals[own]! -= degrees[thing]!;
  const expected = chance * degrees[thing]!;
  let best = own;
  let gain = bound[own]! - expected * totals[own]!;
  for (const candidate of seen.subarray(0, count)) {
    const candidateGain = bound[candidate]! - expected * totals[candidate]!;
    if (candidateGain > gain + 1e-9) [best, gain] = [candidate, candidateGain];
    bound[candidate] = 0;
  }
  totals[best]! += degrees[thing]!;
  community[thing] = best;
  return best !== own;
}

function renumberCommunities(communities: Int32Array): NumberedCommunities {
  const numbers = new Map<number, number>();
  for (const community of communities) if (!numbers.has(community)) numbers.set(community, numbers.size);
  return { of: communities.map((community) => numbers.get(community)!), count: numbers.size };
}

/** Returns a network whose nodes are the communities of another network. */
function aggregateNetwork({ network, degrees }: Level, { of, count }: NumberedCommunities): Level {
  const joinedDegrees = new Float64Array(count);
  for (const [thing, community] of of.entries()) joinedDegrees[community]! += degrees[thing]!;
  return { network: createNetworkFromEdges(count, edgesBetween(network, of)), degrees: joinedDegrees };
}

function* edgesBetween({ count, offsets, targets, weights }: Network, of: Int32Array): Generator<Edge> {
  for (let thing = 0; thing < count; thing++)
    for (let place = offsets[thing]!; place < offsets[thing + 1]!; place++) {
      const [one, other] = [of[thing]!, of[targets[place]!]!];
      if (one !== other) yield { one, other, weight: weights[place]! };
    }
}
