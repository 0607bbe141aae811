import { ConfigError } from '../../platform/config/config.js';

/** Returns the error to report for an address that cannot be listened on: a ConfigError that names the variables. */
export function listenError(
  error: NodeJS.ErrnoException,
  variables: string,
  { host, port }: { host: string; port: number },
): Error {
  if (!['listen', 'getaddrinfo'].includes(error.syscall ?? '')) return error;
  return new ConfigError(
    `${variables} must be free to listen on (got ${JSON.stringify(host)} and ${port} (${error.code}))`,
  );
}
