import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { type Environment, type ProcessResult, spawnDocgraph, waitForExit } from './command-line.js';

/** A server in a separate process that is ready to serve. */
export interface ServerProcess {
  url: string;
  /** Id of the process. */
  pid: number;
  /** Text that it printed on stdout so far. */
  printed(): string;
  /** Milliseconds from the start of the process until it was ready. */
  startedIn: number;
  /** Sends a signal and waits for the end of the process. */
  stop(signal?: NodeJS.Signals): Promise<ProcessResult>;
  /** Resolves when the process has ended. */
  ended: Promise<ProcessResult>;
  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void;
}

/**
 * Starts a server on a port that the system chooses, and waits until it is ready. The server ends with the test at the
 * latest.
 * @param spawn starts the process; default: the current sources
 */
export async function startServer(env: Environment, spawn = spawnDocgraph): Promise<ServerProcess> {
  const started = performance.now();
  const child = spawn(['start'], { PORT: '0', ...env });
  let stdout = '';
  child.stdout!.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const ended = waitForExit(child);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  while (!stdout.includes('Admin token')) {
    const early = await Promise.race([once(child.stdout!, 'data'), ended]);
    if (!Array.isArray(early)) throw new Error(`The server ended with ${early.code}: ${early.stderr}`);
  }
  return {
    url: urlIn(stdout),
    pid: child.pid!,
    printed: () => stdout,
    startedIn: performance.now() - started,
    ended,
    signal: (signal) => void child.kill(signal),
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Seconds of CPU that the process has used, in hundredths; 0 if there is no /proc. */
export function costOf({ pid }: ServerProcess): { cpu: number } {
  if (!existsSync('/proc/self/stat')) return { cpu: 0 };
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return { cpu: (Number(fields[11]) + Number(fields[12])) / 100 };
}

/**
 * Settings of a server: a secret, which Postgres requires, and no logs. A busy test machine delays the event loop, and the
 * server must still serve all requests.
 */
export const settings = { SECRET: 'a secret for tests, 32 bytes long', LOG_LEVEL: 'silent', SHED_LOAD: 'off' };

/** Returns the URL of the server from its output. */
function urlIn(printed: string): string {
  return /^ {2}Try .* (http:\S+)\/v1\/orgs$/m.exec(printed)![1]!;
}

/** Returns the admin token from the output of a server. */
export function tokenIn(printed: string): string {
  return /^ {2}Admin token (dg_\S+)$/m.exec(printed)![1]!;
}
