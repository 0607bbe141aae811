import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compiledModules } from '../../scripts/compiled.mjs';

/** Another process that uses a store. */
export interface StoreProcess {
  child: ChildProcess;
  /** Lines that it printed so far. */
  lines: string[];
  /** Resolves when it has printed the given number of lines. */
  printed(count: number): Promise<void>;
  /** Resolves with its exit code; null if a signal ended it. */
  exited: Promise<number | null>;
}

/** Starts `store-process.mjs` with some arguments, optionally under a wrapping command. */
export function startStoreProcess(args: string[], wrapper: string[] = []): StoreProcess {
  const script = fileURLToPath(new URL('store-process.mjs', import.meta.url));
  const [command, ...rest] = [...wrapper, process.execPath, script, compiledModules(), ...args];
  const child = spawn(command!, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const output = createInterface(child.stdout);
  output.on('line', (line) => lines.push(line));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    lines,
    exited,
    async printed(count) {
      while (lines.length < count) await Promise.race([once(output, 'line'), exited.then(refuseEarlyEnd)]);
    },
  };
}

function refuseEarlyEnd(code: number | null): never {
  throw new Error(`The process ended with ${code} before it printed what was awaited`);
}
