import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compiledProgram } from '../../scripts/compiled.mjs';
import { runInProcess } from './in-process.js';

/** Result of a command. */
export interface ProcessResult {
  /** Exit code; null if a signal ended the process. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Environment variables of a process. Only the paths of programs are added from the environment of the tests. */
export type Environment = Record<string, string>;

const command = join(compiledProgram(), 'main.js');

/** Starts the command line as a separate process, for tests about processes. */
export function spawnDocgraph(args: string[], env: Environment, cwd?: string): ChildProcess {
  return spawn(process.execPath, [command, ...args], {
    env: childEnvironment(env),
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command to its end in this process. It prints, exits and fails as in its own process. */
export async function docgraph(args: string[], env: Environment, cwd?: string): Promise<ProcessResult> {
  return runInProcess(args, childEnvironment(env), cwd);
}

const cache = join(tmpdir(), `docgraph-test-cache-${process.pid}`);

function childEnvironment(env: Environment): Environment {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', XDG_CACHE_HOME: cache, ...env };
}

/** Waits for a process to end, and collects its output. */
export async function waitForExit(child: ChildProcess): Promise<ProcessResult> {
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout!), text(child.stderr!)]);
  return { code: code as number | null, stdout, stderr };
}

/** Output of commands that create an object. */
export interface CreatedObject {
  id: string;
  token: string;
}

/** Runs a command that must succeed, and returns the JSON line that it prints. */
export async function runJsonCommand(args: string[], env: Environment): Promise<CreatedObject> {
  const { code, stdout, stderr } = await docgraph(args, env);
  if (code !== 0) throw new Error(`docgraph ${args.join(' ')} exited with ${code}: ${stderr}`);
  return JSON.parse(stdout) as CreatedObject;
}
