/**
 * Whole rows of a table in PostgreSQL's binary COPY format: header, rows, trailer. Postgres loads a part with
 * `COPY … FROM STDIN (FORMAT binary)`.
 */
export interface DumpPart {
  /** The caller may keep the bytes. */
  readonly bytes: Buffer;
  /** Number of rows, at least 1. */
  readonly rows: number;
}
