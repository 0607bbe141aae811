import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The package that contains each program. */
const programs = {
  oazapfts: 'oazapfts',
  'openapi-ts': '@hey-api/openapi-ts',
  'openapi-typescript': 'openapi-typescript',
  orval: 'orval',
  redocly: '@redocly/cli',
  spectral: '@stoplight/spectral-cli',
  'swagger-typescript-api': 'swagger-typescript-api',
  tsc: 'typescript',
};

/** Returns the installed version of a package; undefined if npm could not install it. */
export function installedVersion(packages, name) {
  return manifestOf(packages, name)?.version;
}

/**
 * Runs a program of an installed package in a folder.
 * @returns its exit status and its output
 * @throws if a signal ends the program, or if it runs for more than five minutes
 */
export function runProgram(packages, program, args) {
  const name = programs[program];
  const { bin } = manifestOf(packages, name);
  const file = join(packages, 'node_modules', name, typeof bin === 'string' ? bin : bin[program]);
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const options = { env, cwd: packages, encoding: 'utf8', maxBuffer: 2 ** 28, timeout: 300_000 };
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [file, ...args], options);
  if (error || status === null) throw error ?? new Error(`${program} was killed`);
  return { status, stdout, stderr };
}

function manifestOf(packages, name) {
  const path = join(packages, 'node_modules', name, 'package.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
