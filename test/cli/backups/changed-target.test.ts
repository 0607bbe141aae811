import { expect, it } from 'vitest';
import { readContainer } from '../../../src/platform/backup/container/read-container.js';
import { openPlace } from '../../../src/platform/backup/places/open-place.js';
import { restoreBackup } from '../../../src/platform/backup/restore/restore-backup.js';
import { migrate } from '../../../src/platform/db/migrations/migrate.js';
import { testApp } from '../../support/app.js';
import { docgraph } from '../../support/command-line.js';
import { provider } from '../../support/database.js';
import { seedOrganization } from '../../support/seed.js';
import { backUp, newTarget, readRows, serverOn } from './backup-kit.js';

const test = await testApp();
await seedOrganization(test);

it.runIf(provider === 'sqlite')('a restore does not replace what a server wrote to the target meanwhile', async () => {
  const { place, name } = openPlace(await backUp(serverOn(test.url)));
  const url = await newTarget();
  await migrate({ url });
  const restore = restoreBackup(await readContainer(place.read(name!)), {
    url,
    filters: {},
    objects: null,
    acceptsDamage: false,
    async prepare() {
      const created = await docgraph(
        ['user', 'create', '--email', 'anna@example.com', '--name', 'Anna'],
        serverOn(url),
      );
      expect(created.code).toBe(0);
    },
  });
  await expect(restore).rejects.toThrow('Cannot restore: the database is not empty: it has 2 rows in User');
  expect((await readRows(url)).User).toContain('anna@example.com');
});
