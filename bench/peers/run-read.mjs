import { requireSame } from '../load.mjs';
import { withFolder } from '../world.mjs';
import { modulesFor } from './install.mjs';
import { reportRow, skip, titleOn } from './report-row.mjs';
import { bothReleases, measure, withSides } from './sessions.mjs';
import { startPeer } from './sides.mjs';

/**
 * Measures a read on a database: ours, the release before and the peer in turns, once their answers are the same. Answers its
 * row of the table; nothing where it is skipped, aloud.
 * @param bench `{ databases, packages, node, before }`
 */
export async function runRead(read, kind, bench) {
  const { peer } = read.on[kind];
  const title = titleOn(read.title, kind);
  if (peer?.needsPackages && !bench.packages) return skip(title, 'the packages of its peer cannot be had');
  if (peer?.needsNewerNode && !bench.node) return skip(title, 'there is no Node 24 for this machine');
  const database = await bench.databases(kind);
  if (read.needsCorpus && !database.world.corpus) return skip(title, 'there is no corpus');
  return withNode(peer, bench, async (env) => {
    const urls = await database.kept();
    const at = { ...bench, world: database.world, url: urls.ours };
    const request = read.request(database.world);
    return withFolder((folder) =>
      withSides(
        {
          ...bothReleases({ urls, bench, env }, { request }),
          peer: peer && (({ ours }) => startPeer(peer, { ...at, ours, folder })),
        },
        async (sides) => {
          await requireSameAnswers(sides, peer);
          return reportRow(sides, await measure(sides), {
            ...read.on[kind],
            title: env.BENCH_NODE ? `${title}, Node 24` : title,
            releaseAim: read.releaseAim,
          });
        },
      ),
    );
  });
}

/** Runs with what servers' environment has: of the Node that the peer needs, and modules of ours with packages for it. */
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

/** What a call costs is no part of what it answers. */
function withoutCost(text) {
  const { extensions: _, ...rest } = JSON.parse(text);
  return JSON.stringify(rest);
}
