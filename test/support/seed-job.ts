import { newId } from '../../src/platform/base/ids.js';
import type { Store } from '../../src/platform/db/write/store.js';

/** Inserts a job of a kind that is never run. Returns its id. */
export async function seedJob(
  { store }: { store: Store },
  job: { organizationId: string | null; status: string; kind?: string; error?: string },
): Promise<string> {
  const id = newId('Job');
  const at = new Date();
  const isEnded = ['done', 'dead'].includes(job.status);
  const row = { id, kind: 'test.seeded', payload: {}, runAt: at, createdAt: at, finishedAt: isEnded ? at : null };
  const queue = `computing:${job.organizationId ?? ''}`;
  await store.transaction(({ prisma }) => prisma.job.create({ data: { ...row, queue, ...job }, select: { id: true } }));
  return id;
}
