import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { docgraph } from '../support/command-line.js';
import { emptyDatabase } from '../support/database.js';
import { settings, startServer, tokenIn } from '../support/server-process.js';
import { get } from '../support/server-requests.js';

describe('a start on a port that is in use', () => {
  it('exits with a message, and the next start still prints the token of the admin', async () => {
    const env = { ...settings, DATABASE_URL: await emptyDatabase(), DEMO: 'false' };
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    expect(await docgraph(['start'], { ...env, PORT: String(port) })).toEqual({
      code: 78,
      stdout: '',
      stderr: `docgraph: HOST and PORT must be free to listen on (got "127.0.0.1" and ${port} (EADDRINUSE))\n`,
    });
    other.close();
    const server = await startServer(env);
    expect((await get(server, '/v1/orgs', tokenIn(server.printed()))).status).toBe(200);
  });
});
