import { startServer } from '../serve.mjs';

/**
 * Runs a function while another instance of docgraph writes to the same database every 50 ms. The measured reads do not
 * return the written rows.
 */
export async function withWrites({ urls, world }, run) {
  // The writer changes the second space: lists show the newest spaces, and reads of one space show the first space.
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
