import type { Hash, ReadBlob } from '../../engine/base/types.js';
import { AppError } from '../../platform/base/errors.js';
import { createSingleFlight } from '../../platform/cache/single-flight.js';
import type { Store } from '../../platform/db/write/store.js';
import type { PdfLink } from '../../platform/secrets/pdf-link.js';
import { compiledFile } from '../../platform/workers/compiled-file.js';
import { withBlobs } from '../content/revisions/with-blobs.js';
import { includedBlobs, requiredBlobs } from './pdf-job.js';
import { findSource, type PdfSource, sourceHash } from './pdf-source.js';
import { findStoredPdf, type StoredPdfKey, storePdf } from './pdf-store.js';
import { createPrinter, type Printer, printLimits, printThreads } from './print.js';

/** Dependencies of `createPdfs`. */
export interface PdfParts {
  store: Store;
  /** Base address of the server. */
  base: string;
  /** Maximum number of PDFs that are made at the same time; default: 2. */
  threads?: number;
  /** Returns the path of a compiled module; default: `compiledFile`. Tests replace it. */
  compiled?: (module: string) => string;
  /** Receives a warning when a PDF could not be stored. */
  logger?: { warn(detail: object, message: string): void };
}

/** A PDF, and the hash of all its inputs: an equal hash means equal bytes. */
interface OpenedPdf {
  hash: string;
  bytes: Uint8Array;
}

/** Opens PDFs by their signed links. */
export interface Pdfs {
  /**
   * Returns the stored PDF, otherwise makes it; concurrent callers share the result. Returns null if the space or its
   * revision no longer exists, or the revision does not have the page.
   * @throws AppError as `Printer.print`; UNAVAILABLE if it takes longer than a request may last. The PDF is still
   * completed, so that a later request finds it.
   */
  open(link: PdfLink): Promise<OpenedPdf | null>;
  /** Cancels PDFs in progress. */
  close(): Promise<void>;
}

/** Milliseconds that a request waits for a PDF; proxies commonly time out after a minute. */
const requestTimeoutMs = 50_000;

/** Creates an object that opens PDFs. Concurrent requests for the same PDF share one run. */
export function createPdfs({ store, base, logger, threads, compiled = compiledFile }: PdfParts): Pdfs {
  const printer = createPrinter({ ...printLimits, ...printThreads(threads), file: compiled });
  const flight = createSingleFlight<Uint8Array>();
  return {
    async open(link) {
      const source = await findSource(store.read, link);
      if (!source) return null;
      const hash = sourceHash(source, base);
      const pending = flight.run(hash, () => findOrMake({ store, base, logger, printer }, { source, hash }));
      return { hash, bytes: await withTimeout(pending, requestTimeoutMs) };
    },
    close: () => printer.close(),
  };
}

type PdfServices = Pick<PdfParts, 'store' | 'base' | 'logger'> & { printer: Printer };

interface PdfRequest {
  source: PdfSource;
  hash: string;
}

/**
 * Returns the stored PDF; if there is none, makes it and stores it. Concurrent requests for the PDF share one call.
 * Otherwise, a request that looks for the stored PDF just before it is stored would make it a second time.
 */
async function findOrMake(services: PdfServices, { source, hash }: PdfRequest): Promise<Uint8Array> {
  const key = { organizationId: source.organizationId, spaceId: source.spaceId, hash };
  return (await findStoredPdf(services.store.read, key)) ?? makeAndStore(services, source, key);
}

async function makeAndStore(services: PdfServices, source: PdfSource, key: StoredPdfKey): Promise<Uint8Array> {
  const { store, base, logger, printer } = services;
  const { organizationId, manifest, selection, specifications, title, language } = source;
  const direct = await readAll(store, organizationId, requiredBlobs({ manifest, selection, specifications }));
  const includedHashes = includedBlobs({ manifest, selection, blobs: direct });
  const blobs = new Map([...direct, ...(await readAll(store, organizationId, includedHashes))]);
  const job = { manifest, blobs, specifications, selection, title, language, base };
  const bytes = await printer.print(job, organizationId);
  // If the PDF cannot be stored, because the disk is full or the database is read-only, the caller still gets it.
  await storePdf(store, key, bytes).catch((error) => logger?.warn({ err: error, ...key }, 'a PDF could not be kept'));
  return bytes;
}

/** Reads blobs in one batch of queries; runs no query for an empty list. */
async function readAll(store: Store, organizationId: string, hashes: Hash[]): Promise<Map<Hash, Uint8Array>> {
  if (hashes.length === 0) return new Map();
  const work = (readBlob: ReadBlob) => new Map(hashes.map((hash): [Hash, Uint8Array] => [hash, readBlob(hash)]));
  return withBlobs(store.read, { organizationId, likely: hashes, work });
}

async function withTimeout<Result>(promise: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const message = 'The PDF is still being made; open the address again';
    const error = new AppError('UNAVAILABLE', message, { reason: 'PDF_IN_THE_MAKING', retryAfter: 5 });
    timer = setTimeout(() => reject(error), milliseconds);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
