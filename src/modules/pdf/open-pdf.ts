import type { Hash, ReadBlob } from '../../engine/base/types.js';
import { AppError } from '../../platform/base/errors.js';
import { createSingleFlight } from '../../platform/cache/single-flight.js';
import type { Store } from '../../platform/db/write/store.js';
import type { PdfLink } from '../../platform/secrets/pdf-link.js';
import { compiledFile } from '../../platform/workers/compiled-file.js';
import { withBlobs } from '../content/revisions/with-blobs.js';
import { blobsOf, includedBlobs } from './pdf-job.js';
import { findSource, type PdfSource, sourceHash } from './pdf-source.js';
import { findStoredPdf, type StoredPdfKey, storePdf } from './pdf-store.js';
import { createPrinter, type Printer, printLimits } from './print.js';

/** What making PDFs needs. */
export interface PdfParts {
  store: Store;
  /** Base address of the server. */
  base: string;
  /** As `ThreadLimits.file`. */
  compiled?: (module: string) => string;
  /** Hears of PDFs that could not be kept. */
  logger?: { warn(detail: object, message: string): void };
}

/** A PDF, and the hash of all that it is made from: the same hash has the same bytes. */
interface OpenedPdf {
  hash: string;
  bytes: Uint8Array;
}

/** Gives PDFs by their links. */
export interface Pdfs {
  /**
   * A PDF: the one that is kept, else made now; whoever asks meanwhile waits for the same. Null where the space
   * or its revision is no more, or has no such page.
   * @throws AppError as `Printer.print`; UNAVAILABLE where making it takes longer than a request lasts: it goes on, so that
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
  const printer = createPrinter({ ...printLimits, file: compiled });
  const flight = createSingleFlight<Uint8Array>();
  return {
    async open(link) {
      const source = await findSource(store.read, link);
      if (!source) return null;
      const hash = sourceHash(source, base);
      const opening = flight.run(hash, () => findOrMake({ store, base, logger, printer }, { source, hash }));
      return { hash, bytes: await within(opening, patience) };
    },
    close: () => printer.close(),
  };
}

type Making = Pick<PdfParts, 'store' | 'base' | 'logger'> & { printer: Printer };

interface Wanted {
  source: PdfSource;
  hash: string;
}

/** Whoever asks meanwhile shares the looking too: one that looked too early would make it a second time. */
async function findOrMake(making: Making, { source, hash }: Wanted): Promise<Uint8Array> {
  const kept = { organizationId: source.organizationId, spaceId: source.spaceId, hash };
  return (await findStoredPdf(making.store.read, kept)) ?? makeAndKeep(making, source, kept);
}

async function makeAndKeep(making: Making, source: PdfSource, kept: StoredPdfKey): Promise<Uint8Array> {
  const { store, base, logger, printer } = making;
  const { organizationId, manifest, selection, specifications, title, language } = source;
  const own = await readAll(store, organizationId, blobsOf({ manifest, selection, specifications }));
  const included = includedBlobs({ manifest, selection, blobs: own });
  const blobs = new Map([...own, ...(await readAll(store, organizationId, included))]);
  const job = { manifest, blobs, specifications, selection, title, language, base };
  const bytes = await printer.print(job, organizationId);
  // Where the disk is full or the database takes no writes, whoever asked has the PDF all the same.
  await storePdf(store, kept, bytes).catch((error) => logger?.warn({ err: error, ...kept }, 'a PDF could not be kept'));
  return bytes;
}

/** Reads blobs in one batch; none costs nothing. */
async function readAll(store: Store, organizationId: string, hashes: Hash[]): Promise<Map<Hash, Uint8Array>> {
  if (hashes.length === 0) return new Map();
  const work = (readBlob: ReadBlob) => new Map(hashes.map((hash): [Hash, Uint8Array] => [hash, readBlob(hash)]));
  return withBlobs(store.read, { organizationId, likely: hashes, work });
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
