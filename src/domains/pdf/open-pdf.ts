import type { Hash } from '../../content/types.js';
import { AppError } from '../../errors.js';
import { createWorkerPool, type WorkerPool } from '../../pdf/worker-pool.js';
import type { PdfLink } from '../../signed/pdf-link.js';
import type { Store } from '../../store/store.js';
import { compiledFile } from '../../threads/compiled-file.js';
import { withBlobs } from '../revisions/with-blobs.js';
import { findKept, type KeptPdf, keep } from './kept-pdfs.js';
import { blobsOf, type PdfJob } from './pdf-job.js';
import { findSource, type PdfSource, sourceHash } from './pdf-source.js';

/** What making PDFs needs. */
export interface PdfParts {
  store: Store;
  /** Base address of the server. */
  base: string;
  /** Finds the compiled file of the thread's module; tests give others. */
  compiled?: (path: string) => string;
  /** Hears of PDFs that could not be kept. */
  logger?: { warn(detail: object, message: string): void };
}

/** A PDF, and the hash of all that it is made from: the same hash has the same bytes. */
export interface OpenedPdf {
  hash: string;
  bytes: Uint8Array;
}

/** Gives PDFs by their links. */
export interface Pdfs {
  /**
   * A PDF: the one that is kept, else made now; whoever asks meanwhile waits for the same. Null where the space
   * or its revision is no more, or has no such page.
   * @throws AppError as `WorkerPool.run`; UNAVAILABLE where making it takes longer than a request lasts: it goes on, so that
   * the next request finds it.
   */
  open(link: PdfLink): Promise<OpenedPdf | null>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** Milliseconds that a request waits for a PDF; proxies commonly give up after a minute. */
const patience = 50_000;

/** Makes PDFs, each once. */
export function createPdfs({ store, base, logger, compiled = compiledFile }: PdfParts): Pdfs {
  const pool = createWorkerPool<PdfJob>(() => compiled('domains/pdf/worker'));
  const underWay = new Map<string, Promise<Uint8Array>>();
  return {
    async open(link) {
      const source = await findSource(store.read, link);
      if (!source) return null;
      const hash = sourceHash(source, base);
      const opening = underWay.get(hash) ?? findOrMake({ store, base, logger, pool }, { source, hash });
      underWay.set(hash, opening);
      void opening.catch(() => {}).finally(() => underWay.delete(hash));
      return { hash, bytes: await within(opening, patience) };
    },
    close: () => pool.close(),
  };
}

type Making = Pick<PdfParts, 'store' | 'base' | 'logger'> & { pool: WorkerPool<PdfJob> };

interface Wanted {
  source: PdfSource;
  hash: string;
}

/** Whoever asks meanwhile shares the looking too: one that looked too early would make it a second time. */
async function findOrMake(making: Making, { source, hash }: Wanted): Promise<Uint8Array> {
  const kept = { organizationId: source.organizationId, spaceId: source.spaceId, hash };
  return (await findKept(making.store.read, kept)) ?? makeAndKeep(making, source, kept);
}

async function makeAndKeep(making: Making, source: PdfSource, kept: KeptPdf): Promise<Uint8Array> {
  const { store, base, logger, pool } = making;
  const { organizationId, manifest, selection, specifications, title, language } = source;
  const hashes = blobsOf({ manifest, selection, specifications });
  const blobs = await withBlobs(store.read, {
    organizationId,
    likely: hashes,
    // Copies: what the database handed out may be part of a larger piece of memory, and is handed over to the thread.
    work: (readBlob) => new Map(hashes.map((hash): [Hash, Uint8Array] => [hash, new Uint8Array(readBlob(hash))])),
  });
  const transfer = [...blobs.values()].map(({ buffer }) => buffer as ArrayBuffer);
  const bytes = await pool.run({ manifest, blobs, specifications, selection, title, language, base }, transfer);
  // Where the disk is full or the database takes no writes, whoever asked has the PDF all the same.
  await keep(store, kept, bytes).catch((error) => logger?.warn({ err: error, ...kept }, 'a PDF could not be kept'));
  return bytes;
}

async function within<Result>(promise: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = 'The PDF is still being made; open the address again';
    const error = new AppError('UNAVAILABLE', message, { reason: 'PDF_IN_THE_MAKING', retryAfter: 5 });
    timer = setTimeout(() => reject(error), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
