import pg from 'pg';

/** A Postgres database from the configuration. */
export interface PostgresTarget {
  url: string;
  /** Environment variable that contains the URL. */
  variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL';
}

/**
 * Describes a database with the driver's defaults, but without the password.
 * @throws the error of the driver for an invalid URL
 */
export function describeTarget({ url, variable }: PostgresTarget): string {
  const { host, port, database, user = process.env.USER } = new pg.Client({ connectionString: url });
  return `${variable}: host ${host}, port ${port}, database ${database ?? user}, role ${user}`;
}

/** Returns the reason from the driver or the server, with its code. */
export function failureReason(error: unknown): string {
  // If a host name has several addresses, the connection fails once for each address.
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  const { message, code } = first as Error & { code?: unknown };
  return typeof code === 'string' && !message.includes(code) ? `${message} (${code})` : message;
}

/**
 * Classes of error codes whose cause may disappear later: no connection, too few resources, a command by an operator, a
 * system error.
 */
const transientClasses = /^(08|53|57P|58)/;

/** Messages of driver errors that have no code: the server does not respond in time or closes the connection. */
const transientMessages = /timeout expired|^Connection terminated|timed out/;

/**
 * Reports whether a later attempt to connect may succeed: the server is starting, its name is not known yet, or it is
 * busy.
 */
export function isTransient(error: unknown): boolean {
  const { code, syscall, message = '' } = error as Partial<NodeJS.ErrnoException>;
  if (error instanceof AggregateError) return error.errors.some(isTransient);
  if (syscall !== undefined && code !== 'EACCES' && syscall !== 'open') return true;
  return transientClasses.test(code ?? '') || transientMessages.test(message);
}
