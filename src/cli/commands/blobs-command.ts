import { moveBlobs } from '../../modules/content/blob-objects/move-blobs.js';
import { type BlobCount, countBlobsToMove, type MoveTarget } from '../../platform/blobs/stored-blobs.js';
import { ConfigError } from '../../platform/config/config.js';
import type { Store } from '../../platform/db/write/store.js';
import { printResult } from '../process/output.js';
import { createProgressBar } from '../process/progress-bar.js';
import { type Session, withSession } from '../setup/session.js';

/**
 * `docgraph blobs move`: moves the contents of pages and files above `BLOBS_THRESHOLD` into object storage, or all of
 * them back into the database.
 * @throws ConfigError if BLOBS is not set, unless there is nothing to move back
 */
export async function moveBlobsCommand({ to, json }: { to: MoveTarget; json?: boolean }): Promise<void> {
  const { blobs, bytes } = await withSession((session) => moveWithProgressBar(session, to));
  const target = to === 's3' ? 'into object storage' : 'into the database';
  const next = to === 'database' ? ' The objects are deleted a day later, while a server runs with BLOBS.' : '';
  printResult({ blobs, bytes }, { json, sentence: `Moved ${blobs} contents with ${bytes} bytes ${target}.${next}` });
}

/** Moves blobs with a progress bar. */
async function moveWithProgressBar({ store }: Session, to: MoveTarget): Promise<BlobCount> {
  const { blobs } = store;
  if (!blobs && to === 'database' && !(await hasObjects(store))) return { blobs: 0, bytes: 0 };
  if (!blobs)
    throw new ConfigError('Cannot move contents: BLOBS is not set. Set BLOBS to the bucket, such as s3://manuals.');
  const total = await countBlobsToMove(store.read, { to, threshold: blobs.threshold });
  const bar = createProgressBar('{bar} {value} of {total} contents moved');
  bar.start(total.blobs, 0);
  try {
    return await moveBlobs({ store, blobs }, { to, onMoved: (moved) => bar.update(moved.blobs) });
  } finally {
    bar.stop();
  }
}

async function hasObjects({ read }: Store): Promise<boolean> {
  return (await countBlobsToMove(read, { to: 'database', threshold: 0 })).blobs > 0;
}
