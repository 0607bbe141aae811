import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compiledProgram } from './compiled.mjs';
import { generateStore } from './generate-store.mjs';

// `npm run schema`: writes schema.graphql and openapi.json, to another folder where one is named, from the sources as they
// are now, and says which of them it changed. With `--check` it only compares, and fails where the files say something else
// than the code.

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });
const [folder = fileURLToPath(new URL('..', import.meta.url))] = positionals;
const outputs = { 'schema.graphql': ['schema'], 'openapi.json': ['schema', '--openapi'] };

generateStore();
const program = join(compiledProgram(), 'main.js');
const changed = Object.entries(outputs).flatMap(([file, args]) => {
  const made = execFileSync(process.execPath, [program, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const path = join(folder, file);
  return existsSync(path) && readFileSync(path, 'utf8') === made ? [] : [{ file, path, made }];
});
if (values.check) check();
else write();

function check() {
  if (changed.length === 0) return console.error('schema.graphql and openapi.json are true');
  const files = changed.map(({ file }) => file).join(' and ');
  console.error(`${files} must say what the code says; run \`npm run schema\` and commit`);
  process.exitCode = 1;
}

function write() {
  for (const { path, made } of changed) writeFileSync(path, made);
  const names = new Set(changed.map(({ file }) => file));
  for (const file of Object.keys(outputs)) console.error(`${file}: ${names.has(file) ? 'written' : 'unchanged'}`);
}
