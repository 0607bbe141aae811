/** A running Postgres server. */
export interface PostgresServer {
  /** URL of one of its databases. */
  url(name: string): string;
  /** Creates a database, as a copy of `template` if it is given, and returns its URL. */
  createDatabase(name: string, template?: string): Promise<string>;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

/** Starts a new Postgres server in a temporary folder. */
export function startPostgres(): Promise<PostgresServer>;
