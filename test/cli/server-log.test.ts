import { expect, it } from 'vitest';
import { emptyDatabase } from '../support/database.js';
import { settings, startServer } from '../support/server-process.js';

it.each(['SIGTERM', 'SIGINT'] as const)(
  'the log of a server contains every request after %s stops the server',
  async (signal) => {
    const env = { ...settings, LOG_LEVEL: 'info', DEMO: 'false', DATABASE_URL: await emptyDatabase() };
    const server = await startServer(env);
    const paths = Array.from({ length: 500 }, (_, number) => `/nowhere/${number}`);
    await Promise.all(paths.map((path) => fetch(`${server.url}${path}`).then((answer) => answer.text())));
    const { code, stderr } = await server.stop(signal);
    expect(code).toBe(0);
    const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
    const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(logged.map(({ path }) => path).sort()).toEqual(paths.sort());
  },
);
