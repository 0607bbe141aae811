import { it } from 'vitest';
import { sealer, testApp } from '../../../support/app.js';
import { makeFullWorld } from '../../lists/full-world.js';
import { archiveOf } from './archive-kit.js';

const test = await testApp();
it('x', async () => {
  const w = await makeFullWorld(test);
  const t = Date.now();
  const a = await archiveOf({ ...test, sealer } as any, w.organization, 'a long passphrase');
  console.log(Date.now() - t);
  console.log(JSON.stringify(a.manifest, null, 1));
  for (const [n, c] of a.files) console.log(n, c.toString().split('\n')[0]!.slice(0, 600));
});
