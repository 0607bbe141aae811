import { measureAlternating } from '../compare.mjs';
import { load } from '../load.mjs';
import { startServer } from '../serve.mjs';

/**
 * Starts servers one after the other, runs a function with them, and stops all of them. Each starter gets the servers
 * that are already running.
 * @param starters functions by the name of their server; undefined ones are skipped
 */
export async function withServers(starters, run) {
  const sides = {};
  try {
    for (const [name, start] of Object.entries(starters)) if (start) sides[name] = await start(sides);
    return await run(sides);
  } finally {
    await Promise.all(Object.values(sides).map((side) => side.stop()));
  }
}

/**
 * Returns functions that start the current release and, if there is one, the previous release on their databases.
 * `side` has further properties for both servers.
 */
export function bothReleases({ urls, bench, env = {} }, side) {
  const start = (url, modules) => async () => ({
    ...(await startServer('docgraph', { url }, { ...env, ...modules })),
    ...side,
  });
  return {
    ours: start(urls.ours),
    before: bench.before && start(urls.before, { DOCGRAPH_MODULES: bench.before.modules }),
  };
}

/**
 * Default warm-up before a measurement, so that V8 has compiled the code: a number of requests or of seconds. A server
 * may have its own value.
 */
const defaultLimits = { atMost: 2000, seconds: 10 };

/** Warms up servers, then measures them in alternating rounds. Returns the rounds, in the order of the servers. */
export async function measure(sides) {
  for (const side of Object.values(sides)) await (side.load ?? load)(side, side.warm ?? defaultLimits);
  return measureAlternating(Object.values(sides));
}
