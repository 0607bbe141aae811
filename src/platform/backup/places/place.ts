/** A whole backup at a place. */
export interface StoredBackup {
  name: string;
  /** Path or address of the file. */
  location: string;
  bytes: number;
  createdAt: Date;
  installation: string;
}

/** A folder or a bucket that holds backups. */
export interface BackupPlace {
  /** Path of the folder, or `s3://bucket/prefix`. */
  location: string;
  /** Returns the whole backups, oldest first. Other files, and unfinished backups, are left out. */
  list(): Promise<StoredBackup[]>;
  /**
   * Writes a file that appears under its name only when it is whole and on the disk. If the chunks fail, it is removed.
   * @returns its number of bytes
   */
  write(name: string, chunks: AsyncIterable<Uint8Array>): Promise<number>;
  /** Returns the bytes of a file. */
  read(name: string): AsyncIterable<Uint8Array>;
  remove(name: string): Promise<void>;
  /** Removes the unfinished files of killed processes. Returns their number. */
  removeUnfinishedFiles(): Promise<number>;
  /** Returns the number of bytes that can be written; undefined if there is no limit that can be read. */
  freeBytes(): Promise<number | undefined>;
  /** Closes connections. */
  close(): void;
}
