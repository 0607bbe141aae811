import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { prepareCheckout } from './checkout.mjs';
import { runMeasured } from './command.mjs';
import { medianAndRange } from './compare.mjs';
import { dist } from './dist.mjs';
import { reportEndpoints } from './endpoints.mjs';
import { range, reportTarget } from './report.mjs';
import { startWithNpm } from './start-server.mjs';
import { seed, withFolder } from './world.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);

/**
 * Measures how long users wait.
 * - Time of a repeated `npm start` until the server responds, in alternating rounds with the revision of BENCH_BASE
 *   (default: the previous commit)
 * - The memory of an idle server
 * - Time of each command, compared to an empty Node program
 */
export default function starting() {
  return withFolder(async (folder) => {
    const path = join(folder, 'bench.db');
    const { organization } = await seed(`file:${path}`);
    const env = { DATABASE_URL: `file:${path}`, BOOTSTRAP_TOKEN: 'benchmark-token-0123', LOG_LEVEL: 'warn' };
    const { name, folder: before } = await prepareCheckout(process.env.BENCH_BASE ?? 'HEAD~1');
    await reportStarts([
      { name, folder: before, env: { ...env, DATABASE_URL: `file:${join(folder, 'before.db')}` } },
      { name: 'this checkout', folder: root, env },
    ]);
    await reportEndpoints();
    await reportRest(env);
    await reportCommands(organization, env);
  });
}

/** The checkouts alternate. The first start of each is not counted, because it installs, builds and migrates. */
async function reportStarts(checkouts) {
  const sides = checkouts.map((checkout) => ({ ...checkout, seconds: [] }));
  for (let round = -1; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const { seconds, stop } = await startWithNpm(side.folder, side.env);
      await stop();
      if (round >= 0) side.seconds.push(seconds);
    }
  }
  for (const { name, seconds } of sides)
    console.log(
      `  npm start until a user, a query and a page are answered, ${name}: ${range(medianAndRange(seconds))} s`,
    );
  const [before, now] = sides;
  const ratio = medianAndRange(now.seconds.map((seconds, round) => seconds / before.seconds[round]));
  console.log(`  that is ${range(ratio)} of it`);
  reportTarget('half of the time before', ratio.median <= 0.5);
}

async function reportRest(env) {
  const { megabytes, stop } = await startWithNpm(root, env);
  await sleep(60_000);
  const held = megabytes();
  await stop();
  console.log(`  at rest, 60 s later: ${Math.round(held)} MB`);
  reportTarget('at most 120 MB at rest', held <= 120);
}

async function reportCommands(organization, env) {
  const empty = fileURLToPath(new URL('nothing.mjs', import.meta.url));
  const commands = [
    ['--help'],
    ['migrate', '--check'],
    ['schema'],
    ['token', 'create', '--user', 'admin@localhost'],
    ['import', join(root, 'docs'), '--org', organization],
  ];
  for (const args of commands) {
    const runs = [];
    for (let round = 0; round < rounds; round++) {
      const ours = await runMeasured(join(dist, 'main.js'), { args, env });
      runs.push({ ours, bare: await runMeasured(empty) });
    }
    const of = (measure) => range(medianAndRange(runs.map(measure)));
    const memory = range(medianAndRange(runs.map(({ ours }) => ours.peakMemory)), 0);
    const name = args
      .slice(0, 2)
      .filter((word) => !word.includes('/'))
      .join(' ');
    console.log(
      `  docgraph ${name}: ${of(({ ours }) => ours.seconds)} s, ${of(({ ours, bare }) => ours.seconds / bare.seconds)} of an empty program, ${memory} MB`,
    );
  }
}
