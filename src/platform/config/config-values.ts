import { isIP } from 'node:net';

/** Returns a host in the spelling of URLs, with its port if one is given; null if the text is not a host. */
export function trustedHost(text: string): string | null {
  const [, host = '', port] = /^(\[[^\]/]+\]|[^:/?#@[\]\s]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (!URL.canParse(`http://${host}/`) || Number(port ?? 0) > 65_535) return null;
  const { hostname } = new URL(`http://${host}/`);
  return port === undefined ? hostname : `${hostname}:${Number(port)}`;
}

/** Reports whether a text is an origin as browsers send it, without path and trailing slash. */
export function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

/** Reports whether a text is an IP address, or a range in CIDR notation. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

/** Counts the hosts in a Postgres URL, in its authority or in its parameter `host`. */
function countHosts(url: string): number {
  const [, authority = ''] = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url) ?? [];
  const [, parameter = ''] = /[?&]host=([^&#]*)/.exec(url) ?? [];
  return Math.max(...[authority, parameter].map((hosts) => hosts.split(/,|%2C/i).length));
}

/** Reports whether a URL contains exactly one host. The driver does not support lists of hosts. */
export function hasOneHost(url: string): boolean {
  return countHosts(url) === 1;
}

const describeLength = (value: string): string => `${value.length} characters`;

const describeDatabaseUrl = (value: string): string =>
  hasOneHost(value) ? JSON.stringify(/^[a-z][a-z0-9+.-]*:\/\//i.exec(value)?.[0] ?? '…') : `${countHosts(value)} hosts`;

/** Functions that hide the secret parts of values in error messages, by variable. */
export const redactors: Record<string, (value: string) => string> = {
  SECRET: describeLength,
  SECRET_PREVIOUS: describeLength,
  AI_KEY: describeLength,
  OTEL_EXPORTER_OTLP_HEADERS: describeLength,
  BOOTSTRAP_TOKEN: describeLength,
  METRICS_TOKEN: describeLength,
  DATABASE_URL: describeDatabaseUrl,
  DATABASE_DIRECT_URL: describeDatabaseUrl,
  SMTP_URL: describeDatabaseUrl,
};
