import { vi } from 'vitest';
import { runCommand } from '../../src/cli/program.js';
import type { Environment, ProcessResult } from './command-line.js';

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command to its end in this process. Commands run one at a time, because they share the environment and output
 * of
 * the process.
 */
export async function runInProcess(args: string[], env: Environment, cwd?: string): Promise<ProcessResult> {
  const result = last.then(() => withSurroundings(env, cwd, () => runCommand(args)));
  last = result.catch(() => {});
  return result;
}

async function withSurroundings(
  env: Environment,
  cwd: string | undefined,
  run: () => Promise<number>,
): Promise<ProcessResult> {
  const before = { env: process.env, cwd: process.cwd() };
  const [stdout, stderr] = [captureOutput(process.stdout), captureOutput(process.stderr)];
  process.env = { ...env };
  if (cwd) process.chdir(cwd);
  try {
    return { code: await run(), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.env = before.env;
    process.chdir(before.cwd);
    for (const { stop } of [stdout, stderr]) stop();
  }
}

/** Captures the text written to a stream instead of writing it. */
function captureOutput(stream: NodeJS.WriteStream): { text(): string; stop(): void } {
  let written = '';
  const write = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    written += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  });
  return { text: () => written, stop: () => write.mockRestore() };
}
