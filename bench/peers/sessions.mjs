import { inTurns } from '../compare.mjs';
import { load } from '../load.mjs';
import { startServer } from '../serve.mjs';

/**
 * Starts sides one after the other, each told those before it, runs something with them and stops all.
 * @param starters functions by the name of their side; what is no function is left out
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

/** Starters of ours and of the release before, where there is one, on their databases; `side` is what they have besides. */
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

/** What a side is asked before it is measured, so that its code is compiled: so many requests, or seconds; it may say its own. */
const usual = { atMost: 2000, seconds: 10 };

/** Measures sides in turns once they are warm; answers the rounds, in the order of the sides. */
export async function measure(sides) {
  for (const side of Object.values(sides)) await (side.load ?? load)(side, side.warm ?? usual);
  return inTurns(Object.values(sides));
}
