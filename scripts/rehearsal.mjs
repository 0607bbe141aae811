import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { get } from 'node:https';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { caddyConfiguration, nginxConfiguration } from './deployed.mjs';
import { freePort } from './free-port.mjs';
import { pack, publish } from './packed.mjs';
import { startPostgres } from './postgres.mjs';
import { createMachine, instanceStarter } from './rehearsal/machine.mjs';
import { confirmHostname, statusAtHostname } from './rehearsal/own-hostname.mjs';
import { alertExpression, startPrometheus } from './rehearsal/prometheus.mjs';
import { startTraffic } from './rehearsal/traffic.mjs';

// `npm run rehearsal` deploys docgraph as docs/deploying-with-systemd.md says, in an empty folder and as another user:
// the package, two instances on Postgres, and each proxy. It restarts the instances one by one under load, with the
// commands of the manual. A site is served at its own hostname, and Prometheus scrapes both instances. It prints the time of each step and the refused requests. With `--ignore-scripts`, npm does
// not compile the addon of SQLite, which this rehearsal does not need.

const run = promisify(execFile);
const host = 'docs.example.org';
const ownHost = 'help.example.com';
const token = 'a-token-for-the-rehearsal';
const manual = readFileSync(new URL('../docs/deploying-with-systemd.md', import.meta.url), 'utf8');
const machine = createMachine();
const postgres = await startPostgres();
let refused = 0;
try {
  const installation = join(machine.folder, 'opt/docgraph');
  await step('pack the package', () => pack(machine.folder));
  await step('install the package', () => installPackage(installation));
  const settings = {
    DATABASE_URL: await postgres.createDatabase('rehearsal'),
    SECRET: 'a secret for the rehearsal, 32 bytes',
    PUBLIC_URL: `https://${host}`,
    TRUSTED_PROXIES: '127.0.0.1',
    BOOTSTRAP_TOKEN: token,
    RATE_LIMIT: 'off',
  };
  const command = join(installation, 'bin/docgraph');
  const env = { PATH: process.env.PATH, ...settings };
  await step('migrate', () => run(command, ['migrate'], { env, cwd: machine.state, ...machine.owner }));
  const startInstance = instanceStarter(machine, settings);
  const ports = [await freePort(), await freePort()];
  const metricsPorts = new Map(await Promise.all(ports.map(async (port) => [port, await freePort()])));
  const start = async (port) => instances.set(port, await startInstance(port, metricsPorts.get(port)));
  const instances = new Map();
  for (const port of ports) await step(`start the instance on port ${port}`, () => start(port));
  const content = await findContent(ports[0]);
  const stop = async (port) => {
    const child = instances.get(port);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`An instance ended with ${code}`);
  };
  const restart = async (port) => {
    await stop(port);
    await start(port);
  };
  const targets = [...metricsPorts.values()].map((port) => `127.0.0.1:${port}`);
  await rehearseMetrics({ targets, stop: () => stop(ports[1]), start: () => start(ports[1]) });
  for (const name of ['caddy', 'nginx']) {
    const proxy = await step(`start ${name}`, () => startProxy(name, ports));
    if (name === 'caddy') await rehearseHostname({ proxy, database: settings.DATABASE_URL, site: content.site });
    await rehearse({ name, proxy, ports, restart, content });
  }
} finally {
  await machine.close();
  await postgres.stop();
}
process.exit(refused === 0 ? 0 : 1);

async function step(name, work) {
  const start = performance.now();
  const result = await work();
  console.log(`  ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  return result;
}

async function installPackage(prefix) {
  const { registry, close } = await publish(join(machine.folder, packedName()));
  const [, options] = /^npm install --global (--prefix \S+ .*)docgraph@\S+$/m.exec(manual);
  const args = [
    'install',
    '--global',
    ...options.trim().split(' '),
    'docgraph',
    '--registry',
    registry,
    ...process.argv.slice(2),
  ];
  mkdirSync(prefix, { recursive: true });
  await run(
    'npm',
    args.map((word) => word.replace(/\/opt\/docgraph\S*/, prefix)),
  ).finally(close);
}

function packedName() {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return `docgraph-${version}.tgz`;
}

/** Returns the organization that the first start created, and the path of a page of its published manual. */
async function findContent(port) {
  const query = '{ organizations(first: 1) { nodes { id sites(first: 1) { nodes { urls { published } } } } } }';
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ query });
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers, body });
  const [{ id, sites }] = (await answer.json()).data.organizations.nodes;
  const site = new URL(sites.nodes[0].urls.published).pathname;
  const { headers: found } = await fetch(`http://127.0.0.1:${port}${site}/install`, { redirect: 'manual' });
  return {
    organization: id,
    site,
    page: new URL(found.get('location') ?? `${site}/install`, `https://${host}`).pathname,
  };
}

/** Starts a proxy with the files of `deploy`. Returns its port, file and command. */
async function startProxy(name, ports) {
  const folder = join(machine.folder, name);
  mkdirSync(folder);
  const [port, plainPort, askPort] = [await freePort(), await freePort(), await freePort()];
  const upstreams = ports.map((one) => `127.0.0.1:${one}`);
  const start = name === 'caddy' ? startCaddy : startNginx;
  const proxy = start(folder, { port, plainPort, askPort, upstreams, host });
  while (!(await serves(port))) {
    if (proxy.child.exitCode !== null) throw new Error(`${name} ended with ${proxy.child.exitCode}`);
    await sleep(50);
  }
  return { ...proxy, port };
}

function startCaddy(folder, settings) {
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, caddyConfiguration(settings));
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return { file, child: machine.spawn('caddy', ['run', '--config', file], { env, stdio: 'ignore' }) };
}

function startNginx(folder, settings) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${host}`];
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const [main, file] = [join(folder, 'nginx.conf'), join(folder, 'docgraph.conf')];
  writeFileSync(file, nginxConfiguration({ ...settings, key, certificate }));
  const head = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;\nevents {}\n`;
  writeFileSync(main, `${head}http { access_log off; include ${file}; }\n`);
  return { file, main, child: machine.spawn('nginx', ['-c', main], { env: withSbin(), stdio: 'ignore' }) };
}

function withSbin(...folders) {
  return { ...process.env, PATH: [...folders, process.env.PATH, '/usr/sbin'].join(delimiter) };
}

/** Reports whether a proxy serves HTTPS. Caddy listens before it has its certificate. */
function serves(port) {
  const options = {
    port,
    path: '/readyz',
    servername: host,
    headers: { host },
    rejectUnauthorized: false,
    agent: false,
  };
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', ...options }, (answer) => resolve(answer.resume().statusCode === 200)).on('error', () =>
      resolve(false),
    );
  });
}

/** Runs the manual's commands to restart the instances while clients send requests. Prints how many were refused. */
async function rehearse({ name, proxy, ports, restart, content }) {
  const traffic = startTraffic({ port: proxy.port, host, token, ...content });
  await sleep(2_000);
  const script = blockAfter(`### Restart one by one with ${name === 'caddy' ? 'Caddy' : 'nginx'}`)
    .replaceAll('/etc/nginx/conf.d/docgraph.conf', proxy.file)
    .replace('4000 4001', ports.join(' '));
  await step(`restart both instances behind ${name}`, () => runWithSystemctl(script, { proxy, restart }));
  await sleep(1_000);
  const { requests, writes, repeated, refused: failures, slowest } = await traffic.stop();
  console.log(
    `           ${requests} requests, ${writes} of them writes; ${failures.length} refused, ${repeated} repeated on a new connection; slowest ${slowest.toFixed(0)} ms`,
  );
  for (const failure of failures.slice(0, 5)) console.log(`           ${failure}`);
  refused += failures.length;
}

/** Scrapes the instances with Prometheus. Stops one, which must make the expression of an alert true. */
async function rehearseMetrics({ targets, stop, start }) {
  const prometheus = await step('start Prometheus', () => startPrometheus(machine, targets));
  await step('scrape both instances', () => prometheus.until('docgraph_database_up == 1', targets.length));
  const expression = alertExpression('DocgraphInstanceDown');
  await stop();
  await step('see a stopped instance in the alert DocgraphInstanceDown', () => prometheus.until(expression, 1));
  await start();
  await step('see the started instance', () => prometheus.until(expression, 0));
}

/** Serves a site at its own hostname. Caddy gets a certificate for it when it is first used, and for no other name. */
async function rehearseHostname({ proxy, database, site }) {
  const unknown = await step('refuse a hostname of no site', () => statusAtHostname(proxy.port, ownHost));
  await confirmHostname(database, site, ownHost);
  await sleep(1_000);
  const status = await step('get a certificate for a hostname', () => statusAtHostname(proxy.port, ownHost));
  const again = await step('serve the site at its hostname', () => statusAtHostname(proxy.port, ownHost));
  for (const failure of [unknown !== null && `no site: ${unknown}`, status !== 200 && status, again !== 200 && again]) {
    if (failure === false) continue;
    refused += 1;
    console.log(`           ${ownHost}: ${failure}`);
  }
}

/** Returns the first shell block after a heading of the manual. */
function blockAfter(heading) {
  return /```sh\n([\s\S]*?)```/.exec(manual.slice(manual.indexOf(heading)))[1];
}

/** Runs a script. `systemctl restart docgraph@PORT` restarts an instance; `nginx` is the proxy of the rehearsal. */
async function runWithSystemctl(script, { proxy, restart }) {
  const server = createServer((request, response) => {
    restart(Number(request.url.slice(1))).then(
      () => response.end(),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const folder = join(machine.folder, 'bin');
  mkdirSync(folder, { recursive: true });
  const address = `http://127.0.0.1:${server.address().port}`;
  const programs = {
    systemctl: `exec curl --silent --show-error --fail "${address}/\${2#docgraph@}"`,
    nginx: `exec /usr/sbin/nginx -c ${proxy.main} "$@"`,
  };
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  try {
    await run('bash', ['-euc', script], { env: withSbin(folder) });
  } finally {
    server.close();
  }
}
