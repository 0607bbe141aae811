import { lookup } from 'node:dns/promises';
import type { DatabaseCheck } from '../base/check.js';
import { type Finding, skipped, unlessEmpty, warning } from '../base/finding.js';
import { reasonOf } from '../base/units.js';

/** Maximum number of hostnames that are checked. */
const maxHostnames = 20;
/** Milliseconds in which a hostname must answer. */
const patience = 5_000;

/** Asks each confirmed hostname for its first page. */
export const checkHostnames: DatabaseCheck = {
  name: 'hostnames',
  about: 'whether each confirmed hostname of a site resolves, has a valid certificate and answers, up to 20',
  needs: 'tables',
  timeout: 20_000,
  async run({ config, database: { read } }) {
    const rows = await read.all(
      read.sql
        .selectFrom('Site')
        .select('confirmedHostname')
        .where('confirmedHostname', 'is not', null)
        .orderBy('confirmedHostname')
        .limit(maxHostnames),
    );
    if (rows.length === 0) return [skipped('No site has a confirmed hostname.')];
    // A server without TLS, such as one for tests, serves its hostnames with the scheme and port of PUBLIC_URL.
    const { protocol, port } = new URL(config.publicUrl ?? 'https://localhost');
    const suffix = port === '' ? '' : `:${port}`;
    const problems = await Promise.all(
      rows.map(({ confirmedHostname }) => askHostname(`${protocol}//${confirmedHostname}${suffix}/`)),
    );
    return unlessEmpty(problems.flat(), `Confirmed hostnames that answer: ${rows.length}.`);
  },
};

async function askHostname(url: string): Promise<Finding[]> {
  const { hostname } = new URL(url);
  try {
    await lookup(hostname);
  } catch (error) {
    return [
      warning(
        `The hostname ${hostname} does not resolve (${reasonOf(error)}).`,
        'Add a DNS record that leads to the proxy of this server.',
      ),
    ];
  }
  try {
    const { status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patience) });
    if (status < 500) return [];
    return [warning(`The hostname ${hostname} fails with status ${status}.`, 'Check the proxy and the server.')];
  } catch (error) {
    return [
      warning(
        `The hostname ${hostname} does not answer (${reasonOf(error)}).`,
        'Check its DNS record, and the certificate and the route of the proxy.',
      ),
    ];
  }
}
