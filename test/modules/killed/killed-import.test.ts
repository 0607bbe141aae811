import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compiledModules } from '../../../scripts/compiled.mjs';
import { secret, type TestApp, testApp } from '../../support/app.js';
import { testFolder } from '../../support/database.js';
import { isSoak, seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { archiveOf } from '../lifecycle/archives/archive-kit.js';
import { createIdReplacer, importFrom } from '../lifecycle/imports/import-kit.js';
import { makeFullWorld } from '../lists/full-world.js';

const origin = await testApp();
const { organization } = await makeFullWorld(origin);
const archive = await archiveOf(origin, organization);
const file = join(testFolder(), 'archive.tar');
writeFileSync(file, archive.bytes);
const compiled = compiledModules();
const worker = fileURLToPath(new URL('import-worker.mjs', import.meta.url));

/** Imports the archive in another process, which kills itself at transaction number `count`. */
function importUntilKilled(url: string, { moment, count, newIds }: { moment: string; count: number; newIds: boolean }) {
  const args = [worker, compiled, url, file, secret, moment, String(count), String(newIds)];
  return new Promise<void>((resolve, reject) => {
    execFile(process.execPath, args, (error, _stdout, stderr) => {
      if (error?.signal !== 'SIGKILL') reject(new Error(`It ended with ${error?.code}: ${stderr}`));
      else resolve();
    });
  });
}

const imports = ({ store }: TestApp) => store.read.all(store.sql.selectFrom('OrganizationImport').selectAll());

it.each(seeds(isSoak ? 20 : 2))(
  'an import that is killed twice (seed %i) can be resumed, and hides the organization until it is finished',
  async (seed) => {
    const random = randomFrom(seed);
    const test = await testApp();
    const newIds = random(2) === 0;
    for (const round of [1, 2]) {
      const count = 1 + random(archive.files.size / 2);
      await importUntilKilled(test.url, { moment: random(2) === 0 ? 'before' : 'after', count, newIds });
      const begun = await imports(test);
      expect(begun.length).toBeLessThanOrEqual(1);
      if (round === 1 && begun.length === 0) continue;
      const rows = await test.store.read.all(test.store.sql.selectFrom('Organization').select('deletedAt'));
      expect(rows.every(({ deletedAt }) => deletedAt !== null)).toBe(true);
    }
    const { id } = await importFrom(test, archive, { newIds });
    const [{ idSeed, finishedAt } = {}] = await imports(test);
    expect(finishedAt).not.toBe(null);
    const again = await archiveOf(test, id);
    const rename = newIds ? createIdReplacer(archive, idSeed!) : (text: string) => text;
    const sizes = ({ files }: typeof archive) => [...files].map(([name, bytes]) => [name, bytes.length]);
    expect(sizes(again)).toEqual(sizes(archive));
    if (!newIds) expect(again.bytes.equals(archive.bytes)).toBe(true);
    expect(again.files.get('rows/0001-Organization-0001.jsonl')!.toString()).toBe(
      rename(archive.files.get('rows/0001-Organization-0001.jsonl')!.toString()),
    );
  },
);
