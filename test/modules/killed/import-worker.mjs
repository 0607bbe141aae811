import { pathToFileURL } from 'node:url';
import { endingStore } from '../../support/ending-store.mjs';

// A process that imports an organization until it kills itself: `node import-worker.mjs COMPILED URL FILE SECRET MOMENT
// COUNT NEW_IDS`. The last three say when it ends, as in `worker.mjs`, and whether the ids are new.

const [, , compiled, url, file, secret, moment, count, newIds] = process.argv;
const load = (path) => import(pathToFileURL(`${compiled}/${path}.js`).href);

const { openStore } = await load('platform/db/open');
const { operatorOf } = await load('modules/identity/tokens/bootstrap');
const { createSealer } = await load('platform/secrets/sealed');
const { withArchive } = await load('modules/lifecycle/imports/archive-file');
const { importOrganization } = await load('modules/lifecycle/imports/import-organization');
const opened = await openStore({ url, patience: 10 });
const actor = { viewer: await operatorOf(opened), store: endingStore(opened, moment, count) };
const sealer = createSealer({ current: secret, previous: null });
await withArchive(file, (archive) =>
  importOrganization(actor, { archive, sealer, passphrase: null, newIds: newIds === 'true' }),
);
await opened.close();
