import { join } from 'node:path';
import { compare } from './compare.mjs';
import { requireSame } from './load.mjs';
import { numbered } from './numbered.mjs';
import { reportComparison } from './report.mjs';
import { startServer } from './serve.mjs';
import { seed, withFolder } from './world.mjs';

/** Compares the read of one space over `/v1` on SQLite with a hand-written handler. */
export default function spaceById() {
  return withFolder(async (folder) => {
    const path = join(folder, 'bench.db');
    const { spaces, token } = await seed(`file:${path}`);
    const request = { method: 'GET', path: `/v1/spaces/${spaces[0]}`, headers: { authorization: `Bearer ${token}` } };
    const servers = await Promise.all([
      startServer('docgraph', { url: `file:${path}` }),
      startServer('by-hand', { url: `file:${path}` }),
    ]);
    const [ours, byHand] = servers.map((server) => ({ ...server, request: numbered(request) }));
    try {
      await requireSame(ours, byHand);
      reportComparison(await compare(ours, byHand), { against: 'written by hand', target: 0.6 });
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  });
}
