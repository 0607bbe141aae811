import { get } from 'node:https';
import { text } from 'node:stream/consumers';
import pg from 'pg';

/**
 * Gives a site a confirmed hostname. It writes the row, because the rehearsal has no DNS in which the record of the
 * confirmation could be found.
 * @param site path of the site's address, `/published/<organization>/<basename>`
 */
export async function confirmHostname(databaseUrl, site, hostname) {
  const [, , organization, basename] = site.split('/');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const update = `update "Site" set "hostname" = $1, "confirmedHostname" = $1
    where "organizationId" = $2 and ("basename" = $3 or "id" = $3)`;
  const { rowCount } = await client.query(update, [hostname, organization, basename]).finally(() => client.end());
  if (rowCount !== 1) throw new Error(`Cannot set the hostname of ${site}: ${rowCount} sites match.`);
}

/**
 * Requests the front page of a site at its hostname, and follows one redirect. Resolves to its status, or to null if
 * the proxy has no certificate for the hostname.
 */
export async function statusAtHostname(port, hostname) {
  const first = await send(port, hostname, '/');
  if (first?.location === undefined) return first?.status ?? null;
  return (await send(port, hostname, new URL(first.location, `https://${hostname}`).pathname))?.status ?? null;
}

function send(port, hostname, path) {
  const tls = { servername: hostname, rejectUnauthorized: false, agent: false };
  const options = { host: '127.0.0.1', port, path, headers: { host: hostname }, ...tls };
  return new Promise((resolve) => {
    get(options, (answer) =>
      text(answer).then(
        () => resolve({ status: answer.statusCode, location: answer.headers.location }),
        () => resolve(null),
      ),
    ).on('error', () => resolve(null));
  });
}
