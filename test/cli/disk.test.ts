import { expect, it } from 'vitest';
import type { DiskUse } from '../../src/modules/lifecycle/disk/disk-use.js';
import { testApp } from '../support/app.js';
import { docgraph } from '../support/command-line.js';
import { seedOrganization, seedSpace } from '../support/seed.js';

const test = await testApp();
const env = { DATABASE_URL: test.url };

it('docgraph disk prints what takes space in the database, or only what belongs to an organization', async () => {
  const { id } = await seedOrganization(test, 'Acme');
  await seedOrganization(test, 'Globex');
  const space = await seedSpace(test, id, { 'README.md': '# One\n' });
  const read = async (...args: string[]): Promise<{ total: number; uses: DiskUse[] }> =>
    JSON.parse((await docgraph(['disk', '--json', ...args], env)).stdout);
  const [all, own] = [await read(), await read('--org', 'Acme')];
  expect(all.uses.map(({ kind }) => kind)).toContain('indexes');
  expect(own.total).toBe(own.uses.reduce((sum, { bytes }) => sum + bytes, 0));
  expect(own.total).toBeLessThan(all.total);
  expect(new Set(own.uses.map(({ organizationId }) => organizationId))).toEqual(new Set([id]));
  expect(own.uses).toContainEqual(expect.objectContaining({ kind: 'pages', spaceId: space, count: 1 }));
});
