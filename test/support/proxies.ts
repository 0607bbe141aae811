import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.mjs';
import { testFolder } from './database.js';
import { findProgram, waitForPort } from './programs.js';

/** Port on which a proxy must listen, and an empty folder that it can write to. */
export interface ProxyPlace {
  port: number;
  folder: string;
}

/** A proxy that is ready to serve on 127.0.0.1. It ends with the test file. */
export interface Proxy extends ProxyPlace {
  /** Address of its port, by plain HTTP. */
  url: string;
  child: ChildProcess;
}

/** Paths of the proxies on this machine; undefined if a proxy is not installed. */
export const proxies = { nginx: findProgram('nginx'), caddy: findProgram('caddy') };

/**
 * Starts nginx in the foreground.
 * @param http returns the directives of the block `http`
 */
export async function startNginx(http: (place: ProxyPlace) => string): Promise<Proxy> {
  const place = await newPlace();
  const { folder } = place;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr warn;
events { worker_connections 4096; }
http {
access_log off;
${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${http(place)}
}`,
  );
  const child = spawn(proxies.nginx!, ['-p', folder, '-e', 'stderr', '-c', file]);
  return startProxy(place, child);
}

/**
 * Starts Caddy. It writes its certificates to the folder.
 * @param caddyfile returns the text of its Caddyfile
 */
export async function startCaddy(caddyfile: (place: ProxyPlace) => string): Promise<Proxy> {
  const place = await newPlace();
  const file = join(place.folder, 'Caddyfile');
  writeFileSync(file, caddyfile(place));
  const env = { ...process.env, HOME: place.folder, XDG_DATA_HOME: place.folder, XDG_CONFIG_HOME: place.folder };
  return startProxy(place, spawn(proxies.caddy!, ['run', '--config', file, '--adapter', 'caddyfile'], { env }));
}

async function newPlace(): Promise<ProxyPlace> {
  const folder = testFolder();
  // nginx changes its user, and that user must reach its temporary files.
  chmodSync(folder, 0o755);
  return { port: await freePort(), folder };
}

async function startProxy(place: ProxyPlace, child: ChildProcess): Promise<Proxy> {
  await waitForPort(child, place.port);
  return { ...place, url: `http://127.0.0.1:${place.port}`, child };
}
