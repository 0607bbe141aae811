import { expect, it } from 'vitest';
import { hashOf } from '../../../../src/engine/base/blob.js';
import { contentGarbageCollection } from '../../../../src/modules/content/content-garbage-collection/collect-content.js';
import { storeBlobs } from '../../../../src/modules/content/revisions/store-content.js';
import type { Transaction } from '../../../../src/platform/db/write/transaction.js';
import { anotherInstance, testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { provider } from '../../../support/database.js';
import { seeds } from '../../../support/properties.js';
import { randomFrom } from '../../../support/random.js';
import { runKind } from '../../../support/run-kind.js';
import { seedOrganization } from '../../../support/seed.js';
import { signal } from '../../../support/signal.js';

const test = await testApp();
const other = await anotherInstance(test);
const overADay = 86_401_000;
const bytes = (text: string) => new TextEncoder().encode(text);
const collectGarbage = ({ store } = test) => runKind([contentGarbageCollection(store)], 'content.sweep');

/** Stores a text that no revision references yet. */
function store(tx: Transaction, organizationId: string, text: string): Promise<void> {
  return storeBlobs(tx, { organizationId, storedAt: new Date() }, new Map([[hashOf(bytes(text)), bytes(text)]]));
}

async function stored(organizationId: string): Promise<string[]> {
  const { read } = test.store;
  const rows = await read.all(read.sql.selectFrom('Blob').select('bytes').where('organizationId', '=', organizationId));
  return rows.map((row) => new TextDecoder().decode(row.bytes)).sort();
}

/** Makes texts old enough for the next garbage collection to delete them. */
async function ageContent(organizationId: string, texts: readonly string[]): Promise<void> {
  for (const text of texts) await test.store.transaction((tx) => store(tx, organizationId, text));
  for (let times = 0; times < 2; times++) {
    if (times === 1) await collectGarbage();
    moveClock(overADay);
  }
}

// SQLite has one writer, so the garbage collection runs before or after the transaction.
it.runIf(provider === 'postgresql')(
  'a garbage collection does not delete content that an open transaction uses, and does not wait for the transaction',
  async () => {
    const { id } = await seedOrganization(test);
    await ageContent(id, ['used', 'unused']);
    const [used, swept] = [signal(), signal()];
    const writing = other.store.transaction(async (tx) => {
      await store(tx, id, 'used');
      used.give();
      await swept.given;
    });
    await used.given;
    await collectGarbage();
    swept.give();
    await writing;
    expect(await stored(id)).toEqual(['used']);
  },
);

it.each(seeds(2))(
  'content that writers of two instances use survives concurrent garbage collections (%i)',
  async (seed) => {
    const { id } = await seedOrganization(test);
    const random = randomFrom(seed);
    const texts = ['one', 'two', 'three', 'four', 'five', 'six'];
    for (let round = 0; round < 10; round++) {
      await ageContent(id, texts);
      const used = texts.filter(() => random(2) === 0);
      const writes = used.map(
        (text, index) => () => (index % 2 === 0 ? test : other).store.transaction((tx) => store(tx, id, text)),
      );
      const acts = [collectGarbage, () => collectGarbage(other), ...writes];
      for (let left = acts.length; left > 1; left--) acts.push(...acts.splice(random(left), 1));
      await Promise.all(acts.map((action) => action()));
      expect(await stored(id)).toEqual(expect.arrayContaining(used));
    }
  },
);
