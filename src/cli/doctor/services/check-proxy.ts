import type { SelfCheckFacts } from '../../../api/http/self-check.js';
import { publicUrlOf } from '../../../platform/config/config.js';
import { readSecrets } from '../../../platform/secrets/secret.js';
import type { CheckWithoutDatabase } from '../base/check.js';
import { type Finding, fault, skipped, unlessEmpty, warning } from '../base/finding.js';
import { askSelf, type SelfAnswer } from './ask-self.js';

/** Size of a body that a proxy must pass on: above the default limit of nginx, below that of GraphQL. */
const bodyBytes = 1.5 * 1024 ** 2;
/** Size of a header that a proxy must pass on, such as the token of a visitor with many claims. */
const headerBytes = 6 * 1024;
/**
 * Minimum number of milliseconds between two events if no proxy buffers the stream. The server sends them 700 ms apart.
 */
const minPause = 300;

/** Sends requests to `PUBLIC_URL`, which pass all proxies, and compares what the server receives. */
export const checkProxy: CheckWithoutDatabase = {
  name: 'proxy',
  about: 'requests to `PUBLIC_URL`: the server, the address of the client, the host, large headers and bodies, streams',
  needs: 'nothing',
  timeout: 30_000,
  async run({ config }) {
    const { current: secret } = readSecrets(config);
    if (secret === null) return [skipped('The server was not started yet, so it has no secret.')];
    const url = publicUrlOf(config);
    const plain = await askSelf({ url, secret });
    if ('failure' in plain) return [config.publicUrl === undefined ? unreached(url) : noAnswer(url, plain)];
    const [large, long] = await Promise.all([
      askSelf({ url, secret, bodyBytes }),
      askSelf({ url, secret, headerBytes }),
    ]);
    const problems = [
      ...addressFindings(plain.facts, url),
      ...hostFindings(plain.facts, url),
      ...sizeFindings(large, long),
      ...streamFindings(plain.pauseMs),
      ...transportFindings(plain.headers, { url, hsts: config.hsts }),
    ];
    return unlessEmpty(problems, `The server answers at ${url} (version ${plain.facts.version}).`);
  },
};

function unreached(url: string): Finding {
  return skipped(`No server answers at ${url}, and PUBLIC_URL is not set.`, 'Start the server, and set PUBLIC_URL.');
}

function noAnswer(url: string, { failure, status }: { failure: string; status: number | null }): Finding {
  if (status === null)
    return fault(
      `PUBLIC_URL (${url}) does not answer from this machine: ${failure}.`,
      'Start the server and the proxy. Check the DNS record, the certificate and the firewall.',
    );
  if (status === 404)
    return fault(
      `The server at PUBLIC_URL (${url}) is not this one: it has another secret or another version.`,
      'Check the route of the proxy, PUBLIC_URL, and that SECRET is the same for all servers and commands.',
    );
  if (status >= 500)
    return fault(
      `The proxy or the server at PUBLIC_URL (${url}) fails with status ${status}.`,
      'Check that the server runs and is not overloaded, and that the proxy sends requests to its port.',
    );
  return fault(
    `PUBLIC_URL (${url}) does not lead to this server: ${failure}.`,
    'Check that the proxy passes all paths and the method POST to the server.',
  );
}

function addressFindings({ isForwarded, isTrusted, peer }: SelfCheckFacts, url: string): Finding[] {
  if (isForwarded && !isTrusted)
    return [
      warning(
        `The proxy at ${peer} reports addresses of clients, but docgraph does not trust it. All clients share one limit.`,
        `Add ${peer.replace(/^::ffff:/, '')} to TRUSTED_PROXIES.`,
      ),
    ];
  if (!isForwarded && url.startsWith('https:'))
    return [
      warning(
        'The proxy does not report the addresses of clients, so all clients share one limit.',
        'Make the proxy send X-Forwarded-For, and set TRUSTED_PROXIES to its address.',
      ),
    ];
  return [];
}

function hostFindings({ host, forwardedHost }: SelfCheckFacts, url: string): Finding[] {
  const expected = new URL(url).host;
  if (host === expected || forwardedHost === expected) return [];
  return [
    warning(
      `The proxy replaces the host ${expected} with ${host}, so hostnames of sites do not work.`,
      'Make the proxy pass on the header Host, or send X-Forwarded-Host.',
    ),
  ];
}

function sizeFindings(large: SelfAnswer, long: SelfAnswer): Finding[] {
  const isComplete = 'facts' in large && large.facts.bodyLength === bodyBytes;
  const problems: Finding[] = [];
  if (!isComplete)
    problems.push(
      warning(
        `A body of 1.5 MiB does not arrive (${'failure' in large ? large.failure : 'incomplete'}).`,
        'Allow bodies of 64 MiB in the proxy: `client_max_body_size 64m` in nginx.',
      ),
    );
  if ('failure' in long)
    problems.push(
      warning(
        `A header of 6 KiB does not arrive (${long.failure}).`,
        'Allow headers of 16 KiB in the proxy: `large_client_header_buffers 4 16k` in nginx.',
      ),
    );
  return problems;
}

function streamFindings(pauseMs: number): Finding[] {
  if (pauseMs >= minPause) return [];
  return [
    warning(
      'The proxy buffers streams, so events and subscriptions arrive late.',
      'Turn buffering off in the proxy: `proxy_buffering off` in nginx.',
    ),
  ];
}

function transportFindings(headers: Headers, { url, hsts }: { url: string; hsts: string | null }): Finding[] {
  if (!url.startsWith('https:') || hsts === null || headers.has('strict-transport-security')) return [];
  return [
    warning(
      'Responses lack the header Strict-Transport-Security.',
      'Do not remove it in the proxy, or set HSTS to off.',
    ),
  ];
}
