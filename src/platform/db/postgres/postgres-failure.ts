import pg from 'pg';

/** A Postgres database as the configuration names it. */
export interface PostgresPlace {
  url: string;
  /** The variable that has the URL. */
  variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL';
}

/** Names a database as the driver sees it, with its defaults, and never the password. @throws as the driver, for a wrong URL */
export function describePlace({ url, variable }: PostgresPlace): string {
  const { host, port, database, user = process.env.USER } = new pg.Client({ connectionString: url });
  return `${variable}: host ${host}, port ${port}, database ${database ?? user}, role ${user}`;
}

/** The reason that the driver or the server gives, with its code. */
export function reasonOf(error: unknown): string {
  // A name with several addresses fails once for each of them.
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  const { message, code } = first as Error & { code?: unknown };
  return typeof code === 'string' && !message.includes(code) ? `${message} (${code})` : message;
}

/** Classes of codes that end by themselves: no connection, too few resources, an operator's command, a fault of the system. */
const passingClasses = /^(08|53|57P|58)/;

/** How the driver reports, without a code, a server that gives no answer in time or closes the connection. */
const passingMessages = /timeout expired|^Connection terminated|timed out/;

/** Whether a connection may succeed later: the server starts, its name is not known yet, or it is busy. */
export function isPassing(error: unknown): boolean {
  const { code, syscall, message = '' } = error as Partial<NodeJS.ErrnoException>;
  if (error instanceof AggregateError) return error.errors.some(isPassing);
  if (syscall !== undefined && code !== 'EACCES' && syscall !== 'open') return true;
  return passingClasses.test(code ?? '') || passingMessages.test(message);
}
