import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const unit = readFileSync(new URL('../../deploy/systemd/docgraph@.service', import.meta.url), 'utf8');

/**
 * Prepares an empty folder in place of the root folder, and the user of the systemd unit if this process may create
 * users. `close` ends all processes and removes both.
 */
export function createMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-rehearsal-'));
  chmodSync(folder, 0o755);
  const name = /^User=(.*)$/m.exec(unit)[1];
  const isRoot = process.getuid() === 0;
  if (!isRoot) console.log('  SKIPPED: another user. Only root can create one.');
  const created = isRoot && spawnSync('useradd', ['--system', '--no-create-home', name]).status === 0;
  const idOf = (option) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }));
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const state = join(folder, 'var/lib/docgraph');
  mkdirSync(state, { recursive: true });
  if (isRoot) chownSync(state, owner.uid, owner.gid);
  const children = new Set();
  return {
    folder,
    state,
    owner,
    /** Starts a process, which `close` ends at the latest. */
    spawn(command, args, options) {
      const child = spawn(command, args, options);
      children.add(child);
      child.once('exit', () => children.delete(child));
      return child;
    },
    async close() {
      await Promise.all(
        [...children].map((child) => {
          child.kill('SIGKILL');
          return once(child, 'exit');
        }),
      );
      rmSync(folder, { recursive: true, force: true });
      if (created) spawnSync('userdel', [name]);
    },
  };
}

/**
 * Returns a function that starts an instance as the systemd unit says: its command, user, environment and folder.
 * It resolves to the process when the instance is ready.
 */
export function instanceStarter(machine, settings) {
  const [command, ...args] = /^ExecStart=(.*)$/m.exec(unit)[1].split(' ');
  const fixed = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  const log = join(machine.folder, 'docgraph.log');
  writeFileSync(log, '');
  return async (port, metricsPort) => {
    const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) };
    const env = { PATH: process.env.PATH, ...Object.fromEntries(fixed), ...settings, ...ports };
    const child = machine.spawn(join(machine.folder, command), args, {
      env,
      cwd: machine.state,
      ...machine.owner,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (lines) => writeFileSync(log, lines, { flag: 'a' }));
    await untilReady(port, child);
    return child;
  };
}

async function untilReady(port, child) {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    if (child.exitCode !== null) throw new Error(`The instance on port ${port} ended with ${child.exitCode}`);
    await sleep(50);
  }
}
