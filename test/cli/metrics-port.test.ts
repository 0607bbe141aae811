import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { emptyDatabase } from '../support/database.js';
import { settings, startServer } from '../support/server-process.js';

const token = 'metrics-0123456789';

const environment = async (port: number) => ({
  ...settings,
  DATABASE_URL: await emptyDatabase(),
  DEMO: 'false',
  METRICS_PORT: String(port),
  METRICS_TOKEN: token,
});

describe('the port of the metrics', () => {
  it('serves only the metrics, to callers with the token, and no other port serves them', async () => {
    const port = await freePort();
    const server = await startServer(await environment(port));
    const statusOf = async (url: string, options: RequestInit = {}) => (await fetch(url, options)).status;
    const headers = { authorization: `Bearer ${token}` };
    const own = `http://127.0.0.1:${port}`;
    expect(await statusOf(`${own}/metrics`)).toBe(401);
    expect(await statusOf(`${own}/metrics`, { headers })).toBe(200);
    expect(await statusOf(`${own}/metrics`, { headers, method: 'POST' })).toBe(405);
    expect(await statusOf(`${own}/v1/orgs`, { headers })).toBe(404);
    expect(await statusOf(`${server.url}/metrics`, { headers })).toBe(404);
    const { code, stdout, stderr } = await server.stop('SIGINT');
    expect([code, stdout.includes(token), stderr.includes(token)]).toEqual([0, false, false]);
    await expect(fetch(`${own}/metrics`)).rejects.toThrow();
  });

  it('must be free', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const refusal = `METRICS_HOST and METRICS_PORT must be free to listen on (got "127.0.0.1" and ${port} (EADDRINUSE))`;
    await expect(startServer(await environment(port))).rejects.toThrow(`ended with 78: docgraph: ${refusal}`);
    other.close();
  });
});
