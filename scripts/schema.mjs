import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compiledProgram } from './compiled.mjs';
import { generateStore } from './generate-store.mjs';

// `npm run schema` writes schema.graphql, openapi.json, the schema additions of stored operations and docs/scalars.md
// from the current sources, and reports the changed files. An argument names another output folder. With `--check` it
// only compares, and fails if the files differ from the generated ones.

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });
const [folder = fileURLToPath(new URL('..', import.meta.url))] = positionals;

generateStore();
const program = compiledProgram();
const run = (...args) =>
  execFileSync(process.execPath, [join(program, 'main.js'), ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 });
const outputs = {
  'schema.graphql': () => run('schema'),
  'openapi.json': () => run('schema', '--openapi'),
  'src/api/rest/internal.graphql': () => readFileSync(join(program, 'internal.graphql'), 'utf8'),
  'docs/scalars.md': () => readFileSync(join(program, 'scalars.md'), 'utf8'),
};
const changed = Object.entries(outputs).flatMap(([file, make]) => {
  const content = make();
  const path = join(folder, file);
  return existsSync(path) && readFileSync(path, 'utf8') === content ? [] : [{ file, path, content }];
});
if (values.check) check();
else write();

function check() {
  if (changed.length === 0) return console.error('the schemas are true');
  const files = changed.map(({ file }) => file).join(' and ');
  console.error(`${files} must be what the code says; run \`npm run schema\` and commit`);
  process.exitCode = 1;
}

function write() {
  for (const { path, content } of changed) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const names = new Set(changed.map(({ file }) => file));
  for (const file of Object.keys(outputs)) console.error(`${file}: ${names.has(file) ? 'written' : 'unchanged'}`);
}
