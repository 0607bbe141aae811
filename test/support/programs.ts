import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { expect, vi } from 'vitest';
import { atEnd } from './database.js';

/** Returns the path of a program of this machine, as Debian installs it; undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** Returns a suffix for the title of a test that is skipped if one of these programs is not installed. */
export function skippedWithout(...names: string[]): string {
  const missing = names.filter((name) => findProgram(name) === undefined);
  return missing.length > 0 ? `, SKIPPED: no ${missing.join(' and ')} found` : '';
}

/** Returns the user for a program that refuses to run as root; empty if this process is not root. */
export function unprivilegedUser(): { uid?: number } {
  if (process.getuid?.() !== 0) return {};
  return { uid: Number(spawnSync('id', ['-u', 'nobody']).stdout.toString()) };
}

/**
 * Waits until a program accepts connections on a port of this machine. The program ends with the test file.
 * @throws with the output of the program if the program ends first
 */
export async function waitForPort(child: ChildProcess, port: number): Promise<void> {
  let printed = '';
  child.stderr?.on('data', (chunk) => (printed += chunk));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The program ended with ${code}: ${printed}`);
  });
  ended.catch(() => {});
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended.catch(() => {});
  });
  const isReady = vi.waitFor(async () => expect(await isListening(port)).toBe(true), { timeout: 60_000 });
  await Promise.race([isReady, ended]);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
