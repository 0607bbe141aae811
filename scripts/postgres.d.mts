/** A running Postgres server. */
export interface PostgresServer {
  /** URL of one of its databases. */
  url(name: string): string;
  /** Makes a database, as a copy of `template` where that is given, and answers its URL. */
  createDatabase(name: string, template?: string): Promise<string>;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/** Starts a Postgres server of its own in a temporary folder. */
export function startPostgres(): Promise<PostgresServer>;
