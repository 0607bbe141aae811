import { expect, it } from 'vitest';
import { migratedDatabase, provider } from '../../support/database.js';
import { proxies, startCaddy, startNginx, withoutProxy } from '../../support/proxies.js';
import { settings, startServer } from '../../support/server-process.js';

// Requests that reach a server through the proxies that the manual describes. They run once, on SQLite.

const startProxy = {
  nginx: (target: string) =>
    startNginx(
      ({ port }) =>
        `server { listen 127.0.0.1:${port}; location / { proxy_pass ${target}; proxy_set_header Host $http_host; } }`,
    ),
  caddy: (target: string) =>
    startCaddy(({ port }) => `{\nadmin off\n}\nhttp://127.0.0.1:${port} {\nreverse_proxy ${target}\n}`),
};

for (const name of ['nginx', 'caddy'] as const) {
  it.runIf(provider === 'sqlite' && proxies[name])(
    `${name} passes requests to a server${withoutProxy(name)}`,
    async () => {
      const server = await startServer({ ...settings, DATABASE_URL: await migratedDatabase() });
      const proxy = await startProxy[name](server.url);
      const answer = await fetch(`${proxy.url}/readyz`);
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
    },
  );
}
