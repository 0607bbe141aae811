import { load } from '../dist.mjs';
import { publicUrl, secret } from '../world.mjs';
import { listen } from './listen.mjs';

/** The product as `docgraph start` makes it, without a limit of rate. */
export async function start({ url, costLimit }) {
  const { createApp } = await load('app.js');
  const { readConfig } = await load('config.js');
  const { openStore } = await load('store/open.js');
  const store = await openStore({ url });
  const config = readConfig({
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    DATABASE_URL: url,
    COST_LIMIT: costLimit && String(costLimit),
  });
  return listen(await createApp({ config, store, secret, publicUrl }), store.close);
}
