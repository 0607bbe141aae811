import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.mjs';

/**
 * Starts the server of a checkout with `npm start`. Returns the seconds until the server has responded with a user over
 * `/v1`, the result of a query, and a page. Also returns a function for its memory in MB, and `stop`.
 */
export async function startWithNpm(folder, env) {
  const port = await freePort();
  const start = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
    // npm runs in its own process group, because it does not forward the signal to its child processes.
    detached: true,
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  const headers = { authorization: `Bearer ${env.BOOTSTRAP_TOKEN}`, 'content-type': 'application/json' };
  const query = { method: 'POST', headers, body: JSON.stringify({ query: '{ viewer { displayName } }' }) };
  try {
    while (!(await answers(`${url}/readyz`))) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
      await sleep(10);
    }
    const asked = [answers(`${url}/v1/user`, { headers }), answers(`${url}/graphql`, query), answers(`${url}/v1/docs`)];
    if ((await Promise.all(asked)).includes(false)) throw new Error('A server that is ready refused a request');
    return {
      seconds: (performance.now() - start) / 1000,
      megabytes: () => residentMegabytes(serverProcessId(child.pid)),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answers(url, options) {
  const answer = await fetch(url, options).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

/** Returns the process id of the server: the last descendant of the npm process, possibly a child of a shell. */
function serverProcessId(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? pid : serverProcessId(children.split(' ').at(-1));
}

/** Returns the resident memory of a process, including its threads, in megabytes. */
function residentMegabytes(pid) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}
