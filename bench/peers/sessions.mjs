import { inTurns } from '../compare.mjs';
import { load } from '../load.mjs';
import { startServer } from '../serve.mjs';

/**
 * Starts sides one after the other, runs a function with them, and stops all. Each starter gets the sides before it.
 * @param starters functions by the name of their side; undefined ones are skipped
 */
export async function withSides(starters, run) {
  const sides = {};
  try {
    for (const [name, start] of Object.entries(starters)) if (start) sides[name] = await start(sides);
    return await run(sides);
  } finally {
    await Promise.all(Object.values(sides).map((side) => side.stop()));
  }
}

/**
 * Returns starters of ours and of the release before, if there is one, on their databases. `side` has further
 * properties of each.
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
 * Warm-up of a side before it is measured, so that its code is compiled: a number of requests or seconds. A side may
 * have its own.
 */
const usual = { atMost: 2000, seconds: 10 };

/** Warms up sides, then measures them in alternating rounds. Returns the rounds, in the order of the sides. */
export async function measure(sides) {
  for (const side of Object.values(sides)) await (side.load ?? load)(side, side.warm ?? usual);
  return inTurns(Object.values(sides));
}
