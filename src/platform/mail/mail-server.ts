import { isIP } from 'node:net';

/** A mail server, parsed from `SMTP_URL`. */
export interface MailServer {
  host: string;
  port: number;
  /** Whether the connection begins with TLS; otherwise it changes to TLS with `STARTTLS`. */
  isSecure: boolean;
  /** Whether the server is on this machine. */
  isLoopback: boolean;
  /** User and password; null if the server needs none. */
  auth: { user: string; pass: string } | null;
}

/**
 * Parses the URL of a mail server. `readConfig` must have checked it. The default port is 465 for `smtps`, otherwise
 * 587.
 */
export function parseMailServer(url: string): MailServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isSecure = protocol === 'smtps:';
  return {
    host,
    port: port === '' ? defaultPort(isSecure) : Number(port),
    isSecure,
    isLoopback: isLoopbackHost(host),
    auth: username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  };
}

function defaultPort(isSecure: boolean): number {
  return isSecure ? 465 : 587;
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
