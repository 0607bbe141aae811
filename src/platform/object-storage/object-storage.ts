import type { Readable } from 'node:stream';

/** A range of an object's bytes: positions of the first and the last byte, counted from 0. */
export interface ObjectRange {
  first: number;
  last: number;
}

/** An object in a bucket, without its bytes. */
export interface ObjectEntry {
  /** Key without the prefix of the storage. */
  key: string;
  /** Size in bytes. */
  size: number;
  /** Time of the last write. */
  modifiedAt: Date;
}

/** Options of a signed address. */
export interface SignedAddress {
  /** Number of seconds that the address is valid; at most 604,800 (a week). */
  seconds: number;
  /** Value of `content-type` in the response. */
  contentType: string;
  /** Value of `content-disposition` in the response. */
  contentDisposition: string;
}

/** Number of requests by operation, such as `put`, and by result: a status, such as `200`, or `failed`. */
export interface RequestCount {
  operation: string;
  status: string;
  count: number;
}

/**
 * A prefix of an S3-compatible bucket. All keys are relative to the prefix. Every call except those with streams ends
 * within `timeoutMs`, repeats included.
 * @throws ObjectStorageError from every method
 */
export interface ObjectStorage {
  /** `s3://bucket/prefix`, without a slash at the end. */
  readonly url: string;
  /**
   * Writes an object, and replaces an existing one. The server compares the SHA-256 of what it receives, if it supports
   * checksums.
   * @param sha256 SHA-256 of the bytes, hexadecimal
   */
  put(key: string, bytes: Uint8Array, sha256: string): Promise<void>;
  /** Writes an object of unknown size in parts of 8 MiB. An interrupted write leaves no object. */
  putStream(key: string, body: Readable, signal?: AbortSignal): Promise<void>;
  /** Reads an object or a range of it; null if there is none. Never returns fewer bytes than requested. */
  get(key: string, range?: ObjectRange): Promise<Buffer | null>;
  /** Opens an object for reading; null if there is none. The stream fails if the connection breaks. */
  getStream(key: string, signal?: AbortSignal): Promise<Readable | null>;
  /** Returns size and time of an object; null if there is none. */
  head(key: string): Promise<ObjectEntry | null>;
  /** Copies an object within the bucket. Returns whether the source exists. */
  copy(from: string, to: string): Promise<boolean>;
  /** Deletes objects. Keys without an object are ignored. */
  delete(keys: readonly string[]): Promise<void>;
  /** Lists the objects whose keys begin with a text, in the order of their keys, up to 1,000 at a time. */
  list(start?: string): AsyncGenerator<ObjectEntry[]>;
  /** Returns an address at which anyone can read the object until it expires. Sends no request. */
  signedUrl(key: string, address: SignedAddress): Promise<string>;
  /** Returns the number of requests since the storage was opened. */
  requestCounts(): RequestCount[];
  /** Closes idle connections. */
  close(): void;
}
