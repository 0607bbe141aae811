import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compiledProgram } from '../../scripts/compiled.mjs';
import { runHere } from './in-process.js';

/** What a command came to. */
export interface Ran {
  /** Exit code; null where a signal ended the process. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Variables that a process is started with; nothing else of the tests' own environment but where programs are. */
export type Environment = Record<string, string>;

const command = join(compiledProgram(), 'main.js');

/** Starts the command line as a process of its own: for what is about processes. */
export function spawnDocgraph(args: string[], env: Environment, cwd?: string): ChildProcess {
  return spawn(process.execPath, [command, ...args], {
    env: surroundings(env),
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command to its end, in this process: it prints, exits and fails as it does in its own. */
export async function docgraph(args: string[], env: Environment, cwd?: string): Promise<Ran> {
  return runHere(args, surroundings(env), cwd);
}

const cache = join(tmpdir(), `docgraph-test-cache-${process.pid}`);

function surroundings(env: Environment): Environment {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', XDG_CACHE_HOME: cache, ...env };
}

/** Waits for a process to end, and collects what it prints. */
export async function ranOf(child: ChildProcess): Promise<Ran> {
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout!), text(child.stderr!)]);
  return { code: code as number | null, stdout, stderr };
}

/** What commands that make something print. */
export interface Made {
  id: string;
  token: string;
}

/** Runs a command that must succeed, and answers the JSON line it prints. */
export async function resultOf(args: string[], env: Environment): Promise<Made> {
  const { code, stdout, stderr } = await docgraph(args, env);
  if (code !== 0) throw new Error(`docgraph ${args.join(' ')} exited with ${code}: ${stderr}`);
  return JSON.parse(stdout) as Made;
}
