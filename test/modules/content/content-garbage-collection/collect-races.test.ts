import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { jobKinds } from '../../../../src/app/job-kinds.js';
import { hashesIn } from '../../../../src/engine/tree/manifest/manifest.js';
import { createOutbound } from '../../../../src/platform/outbound/outbound.js';
import { anotherInstance, type TestApp, testApp } from '../../../support/app.js';
import { seeds } from '../../../support/properties.js';
import { randomFrom } from '../../../support/random.js';
import { runKind } from '../../../support/run-kind.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const other = await anotherInstance(test);
const hour = 3_600_000;

/** Rounds per seed. `npm run soak` continues with other seeds. */
const rounds = 10;

/** Returns the nodes and blobs that revisions reference, directly or through trees, and that are missing. */
async function findMissingContent({ store }: TestApp): Promise<string[]> {
  const nodes = await store.read.all(
    sql<{ at: string; content: string }>`select "organizationId" || "hash" as "at", "content" from "TreeNode"`,
  );
  const contents = new Map(nodes.map(({ at, content }) => [at, content]));
  const addresses = sql<{ at: string }>`select "organizationId" || "hash" as "at" from "Blob"`;
  const blobs = new Set((await store.read.all(addresses)).map(({ at }) => at));
  const roots = await store.read.all(store.sql.selectFrom('Revision').select(['organizationId', 'rootHash']));
  const missing: string[] = [];
  const visited = new Set<string>();
  const visit = (organization: string, hash: string): void => {
    const at = organization + hash;
    if (visited.has(at)) return;
    visited.add(at);
    const content = contents.get(at);
    if (content === undefined) return void missing.push(`node ${at}`);
    const { nodes, blobs: named } = hashesIn(content);
    for (const blob of named)
      if (!blobs.has(organization + blob) && !contents.has(organization + blob))
        missing.push(`blob ${organization + blob}`);
    for (const node of nodes) visit(organization, node);
  };
  for (const { organizationId, rootHash } of roots) visit(organizationId, rootHash);
  return missing;
}

it.each(seeds(2))(
  'no reachable content is lost, whatever is written during a garbage collection (%i)',
  async (seed) => {
    const random = randomFrom(seed);
    const acme = await seedOrganization(test);
    // The files have only few different texts. Writers therefore often store a text that a garbage collection is about to
    // delete.
    const files = () =>
      Object.fromEntries(['README.md', 'a.md', 'b/c.md'].map((path) => [path, `# Text ${random(4)}\n`]));
    const spaces: string[] = [];
    const add = async (on: TestApp) => void spaces.push(await seedSpace(on, acme.id, files()));
    const deleteRandomSpace = async () => {
      const [id] = spaces.splice(random(spaces.length || 1), 1);
      if (id) await test.rest('DELETE', `/spaces/${id}`, acme.admin);
    };
    const run = (kind: string, { store } = test) => runKind(jobKinds({ store, outbound: createOutbound([]) }), kind);
    const acts = [
      () => add(test),
      () => add(other),
      () => run('content.sweep'),
      () => run('content.sweep', other),
      () => run('spaces.purge'),
      deleteRandomSpace,
    ];
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      for (let round = 0; round < rounds; round++) {
        vi.setSystemTime(Date.now() + (8 + random(100)) * hour);
        const drawn = Array.from({ length: 4 }, () => acts[random(acts.length)]!);
        await Promise.all([run('content.sweep'), ...drawn.map((action) => action())]);
        expect(await findMissingContent(test)).toEqual([]);
      }
    } finally {
      vi.useRealTimers();
    }
  },
);
