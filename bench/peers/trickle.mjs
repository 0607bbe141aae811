import { startServer } from '../serve.mjs';

/** Runs something while an instance of the product on the same database writes every 50 ms what no measured read shows. */
export async function withWrites({ urls, world }, run) {
  // Lists show the newest spaces, and reads of one show the first.
  const writer = await startServer('writer', { url: urls.ours, space: world.spaces[1], token: world.token });
  try {
    const result = await run();
    const { writes } = await writer.counts();
    console.log(`    beside ${writes} writes`);
    return result;
  } finally {
    await writer.stop();
  }
}
