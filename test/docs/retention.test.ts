import { expect, it } from 'vitest';
import { diskKinds } from '../../src/modules/lifecycle/disk/disk-use.js';
import { retentionKinds } from '../../src/platform/config/retention-config.js';
import { rowsOf } from './pages.js';

const names = new Set<string>(Object.keys(diskKinds));

it('the manual lists every kind of data that takes space', () => {
  const listed = rowsOf('docs/retention.md', /^[a-zA-Z]+$/).filter(([kind, , more]) => names.has(kind!) && !more);
  expect(listed).toEqual(Object.entries(diskKinds));
});

it('the manual has the default and the shortest time of every retention', () => {
  const listed = rowsOf('docs/retention.md', /./).filter(([, variable]) => /_RETENTION/.test(variable ?? ''));
  expect(listed.map(([, , days, min]) => [days, Number(min)])).toEqual(
    Object.values(retentionKinds).map(({ days, min }) => [days === null ? 'unlimited' : String(days), min]),
  );
});
