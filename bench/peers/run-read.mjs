import { requireSame } from '../load.mjs';
import { numbered } from '../numbered.mjs';
import { withFolder } from '../world.mjs';
import { modulesFor, newerVersion } from './install.mjs';
import { reportRow, skip, titleWithDatabase } from './report-row.mjs';
import { bothReleases, measure, withServers } from './sessions.mjs';
import { startPeer } from './sides.mjs';
import { withWrites } from './trickle.mjs';

/**
 * Measures a read on a database. First checks that the current release, the previous release and the peer return equal
 * responses, then measures them in alternating rounds. Returns the row of the table. If the row is skipped, it prints a
 * message and returns nothing.
 * @param bench `{ databases, packages, node, before }`
 */
export async function runRead(read, kind, bench) {
  const { peer } = read.on[kind];
  const title = titleWithDatabase(read.title, kind);
  if (peer?.needsPackages && !bench.packages) return skip(title, 'the packages of its peer cannot be had');
  if (peer?.needsNewerNode && !bench.node) return skip(title, 'there is no Node 24 for this machine');
  const database = await bench.databases(kind);
  if (read.needsCorpus && !database.world.corpus) return skip(title, 'there is no corpus');
  return withNode(read.keepsNode ? undefined : peer, bench, async (env) => {
    const urls = await database.kept();
    const node = nodeNamed(read, peer);
    const row = { ...read.on[kind], title: node ? `${title}, ${node}` : title, releaseAim: read.releaseAim };
    return withFolder((folder) => measureSides(read, row, { ...bench, world: database.world, urls, folder, env }));
  });
}

/** Returns the Node versions for the title; undefined if all servers run on the Node version of the benchmark. */
function nodeNamed({ keepsNode }, peer) {
  if (!peer?.needsNewerNode) return undefined;
  return keepsNode
    ? `ours on Node ${process.version.slice(1)}, its on ${newerVersion}`
    : `both on Node ${newerVersion}`;
}

/** Starts all servers, compares their responses, and measures them while another instance writes. */
async function measureSides(read, row, at) {
  const { peer } = row;
  const request = read.request(at.world);
  const startTheirs = ({ ours }) => startPeer(peer, { ...at, url: at.urls.ours, ours, numbered });
  const starters = {
    ...bothReleases({ urls: at.urls, bench: at, env: at.env }, { request }),
    peer: peer && startTheirs,
  };
  return withServers(starters, async (sides) => {
    await requireSameAnswers(sides, peer);
    const rounds = await withWrites(at, () => measure(sides));
    return reportRow(sides, rounds, row);
  });
}

/**
 * Runs a function with the environment of the servers: the Node program that the peer needs, and our modules with
 * packages for it.
 */
async function withNode(peer, { node }, run) {
  if (!peer?.needsNewerNode) return run({});
  const { modules, remove } = modulesFor(node);
  try {
    return await run({ BENCH_NODE: node, DOCGRAPH_MODULES: modules });
  } finally {
    remove();
  }
}

async function requireSameAnswers({ ours, before, peer }, { part } = {}) {
  if (before) await requireSame(ours, before, withoutCost);
  if (peer) await requireSame(ours, peer, part);
}

/** Removes the reported cost, which may differ between releases, from a response. */
function withoutCost(text) {
  const { extensions: _, ...rest } = JSON.parse(text);
  return JSON.stringify(rest);
}
