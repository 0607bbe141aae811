import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from './generators/compile.mjs';
import { generators } from './generators/generators.mjs';
import { linters } from './generators/linters.mjs';
import { installedVersion, runProgram } from './generators/programs.mjs';
import { installPackages } from './install-packages.mjs';

const description = fileURLToPath(new URL('../openapi.json', import.meta.url));
const lockedPackages = fileURLToPath(new URL('./generators', import.meta.url));

/**
 * Rows of the report, one for each tool, with the packages that the tool needs. `run` returns the tool's errors and
 * warnings, and the text for its line in the report.
 */
const rows = [
  ...linters.map((linter) => ({ ...linter, needs: [linter.package], run: (bench) => lint(linter, bench) })),
  ...generators.map((generator) => ({
    ...generator,
    needs: [generator.package, 'typescript', ...(generator.runtime ?? [])],
    run: (bench) => generate(generator, bench),
  })),
];

/**
 * Runs linters and code generators on `openapi.json`, and compiles the generated code with `tsc --strict`. If a tool
 * finds an error, the run fails. A tool that npm cannot install is skipped.
 * @param asked names of the tools to run; if empty, all tools run
 */
export default async function checkGenerators(asked = []) {
  const names = rows.map(({ name }) => name);
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`No row named ${unknown.join(', ')}; there are ${names.join(', ')}`);
    process.exit(2);
  }
  const packages = installed();
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-bench-generators-'));
  try {
    // The generated code imports the runtime package of its generator.
    if (packages) symlinkSync(join(packages, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const wanted = rows.filter(({ name }) => asked.length === 0 || asked.includes(name));
    for (const row of wanted) runRow(row, { packages, folder, description });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function installed() {
  try {
    return installPackages(lockedPackages);
  } catch {
    return undefined;
  }
}

function runRow({ name, needs, run }, bench) {
  const missing = needs.filter((one) => !bench.packages || !installedVersion(bench.packages, one));
  if (missing.length > 0) return console.log(`  ${name}: SKIPPED: npm could not install ${missing.join(', ')}`);
  const version = installedVersion(bench.packages, needs[0]);
  const { errors, warnings, words } = attempt(() => run(bench));
  const verdict = errors.length > 0 ? 'FAILED' : 'passed';
  const counts = `${errors.length} errors${warnings ? `, ${warnings.length} warnings` : ''}`;
  console.log(`  ${name} ${version}${words ? `, ${words}` : ''}: ${verdict}, ${counts}`);
  for (const text of [...errors, ...(warnings ?? [])].slice(0, 20)) console.log(`    ${text}`);
  if (errors.length > 0) process.exitCode = 1;
}

/** Runs a tool; if it throws, its message is the only error. */
function attempt(run) {
  try {
    return run();
  } catch (error) {
    return { errors: [error.message] };
  }
}

function lint({ check, rules }, bench) {
  return { ...check(bench), words: rules };
}

function generate({ program, args, claims, name }, { packages, folder }) {
  const own = join(folder, name.replace(/\W/g, '-'));
  mkdirSync(own);
  const { status, stderr, stdout } = runProgram(packages, program, args(description, own));
  if (status !== 0) return { errors: [`ended with ${status}: ${(stderr || stdout).slice(-2000)}`] };
  const { files, errors } = compile({ packages, folder: own, claims });
  return { errors, words: `${files} files by TypeScript ${installedVersion(packages, 'typescript')}` };
}
