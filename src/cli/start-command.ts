import { createApp } from '../app.js';
import { readConfig } from '../config.js';
import { ensureBootstrapToken, operatorOf } from '../domains/users/bootstrap.js';
import { secretOf } from '../secret.js';
import { migrate } from '../store/migrate.js';
import { openStore } from '../store/open.js';
import { ensureContent } from './first-start.js';
import { stopOnSignals } from './stop-on-signals.js';

/** `docgraph start`: migrates, fills an empty database, serves, and prints where. */
export async function startCommand(): Promise<void> {
  const config = readConfig(process.env);
  await migrate({ url: config.databaseUrl });
  const secret = secretOf(config);
  const store = await openStore({ url: config.databaseUrl });
  const viewer = await operatorOf(store);
  await ensureContent({ store, viewer }, config);
  const token = await ensureBootstrapToken(store, viewer, config.bootstrapToken);
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const app = await createApp({ config, store, secret, publicUrl });
  stopOnSignals(app, store);
  await app.listen({ port: config.port, host: config.host });
  process.stdout.write(banner({ url: publicUrl, token, explorer: config.explorer }));
}

/** What people need first. The token is in it only when it was made by this start. */
function banner({ url, token, explorer }: { url: string; token: string | null; explorer: boolean }): string {
  const shown = token ?? '<token>';
  return `
docgraph is ready.
${explorer ? `  Explorer    ${url}/graphql\n  Reference   ${url}/v1/docs\n` : ''}  Try         curl -H "Authorization: Bearer ${shown}" ${url}/v1/orgs
  Admin token ${token ?? 'printed at the first start; `npx docgraph token create --user admin@localhost` makes another'}
${token ? '              Keep it: it is not shown again.\n' : ''}
`;
}
