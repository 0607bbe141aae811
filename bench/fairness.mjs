import { join } from 'node:path';
import { attacks } from './fairness-attacks.mjs';
import { startProbe } from './probe.mjs';
import { reportTarget } from './report.mjs';
import { startServer } from './serve.mjs';
import { seed, withFolder } from './world.mjs';

/** Milliseconds that an innocent call may take at its p99 while another caller works, and times that of an idle server. */
const target = { milliseconds: 50, ratio: 5 };

/**
 * An innocent `GET /v1/user` every 20 ms while another caller asks for what is dearest, on SQLite. Printed for each: the
 * percentiles of the innocent call, how long the work took, and the longest that the event loop of the server stood still.
 */
export default function fairness() {
  return withFolder(async (folder) => {
    const url = `file:${join(folder, 'bench.db')}`;
    const world = await seed(url);
    const server = await startServer('docgraph', { url });
    const measured = async (name, attack) => {
      const probe = await startProbe({ port: server.port, token: world.token });
      await server.longestDelay();
      const start = performance.now();
      await attack();
      const seconds = (performance.now() - start) / 1000;
      const calls = await probe.stop();
      const delay = await server.longestDelay();
      console.log(
        `  ${name}: p50 ${calls.p50.toFixed(1)}, p99 ${calls.p99.toFixed(1)}, longest ${calls.longest.toFixed(0)} ms of ${calls.count} calls; ${seconds.toFixed(1)} s of work; the loop stood ${delay.toFixed(0)} ms`,
      );
      return calls;
    };
    try {
      const idle = await measured('an idle server', () => new Promise((resolve) => setTimeout(resolve, 5000)));
      for (const [name, attack] of await attacks({ port: server.port, url, ...world })) {
        const { p99 } = await measured(name, attack);
        reportTarget(
          `p99 at most ${target.milliseconds} ms and ${target.ratio} × ${idle.p99.toFixed(1)} ms`,
          p99 <= target.milliseconds && p99 <= target.ratio * idle.p99,
        );
      }
    } finally {
      await server.stop();
    }
  });
}
