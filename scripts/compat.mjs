import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSchema } from 'graphql';
import { refusedChanges } from './compatibility.mjs';
import { compiledModules } from './compiled.mjs';

// `npm run compat` compares schema.graphql and openapi.json with those of the last release, and fails if a breaking
// change is not announced. Before the first release it compares with the commit in scripts/baseline.json.

const root = fileURLToPath(new URL('..', import.meta.url));
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] });
const readText = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const { name, isRelease } = findBaseline();
try {
  git('cat-file', '-e', `${name}:schema.graphql`);
} catch {
  console.error(`SKIPPED: the clone does not have ${name}, with which the schemas are compared`);
  process.exit();
}
const faults = [...(await graphFaults()), ...(await restFaults())];
for (const fault of faults) console.error(fault);
console.error(`compared with ${name}: ${faults.length} breaking changes to announce`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Imports a module of this project, compiled from the current sources. */
function load(path) {
  return import(pathToFileURL(`${compiledModules()}/${path}`).href);
}

/** Returns the commit to compare with: the last release, otherwise the commit in scripts/baseline.json. */
function findBaseline() {
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n');
  return tag
    ? { name: tag, isRelease: true }
    : { name: JSON.parse(readText('scripts/baseline.json')).commit, isRelease: false };
}

async function graphFaults() {
  const { breakingChanges } = await load('api/graphql/schema/breaking-changes.js');
  const before = git('show', `${name}:schema.graphql`);
  const changes = await breakingChanges(before, readText('schema.graphql'));
  for (const { message } of changes) console.error(`schema.graphql: ${message}`);
  const changelog = readText('docs/schema-changes.md');
  return refusedChanges({ changes, changelog, released: isRelease ? buildSchema(before) : null, today: new Date() });
}

/** A breaking change of `/v1` is always a fault. It cannot be announced, because others define that interface. */
async function restFaults() {
  const { diffDocuments } = await load('engine/openapi/diff/diff-documents.js');
  const { operations } = diffDocuments(
    JSON.parse(git('show', `${name}:openapi.json`)),
    JSON.parse(readText('openapi.json')),
  );
  return operations
    .filter(({ isBreaking }) => isBreaking)
    .map(({ method, path, change }) => `openapi.json: ${method} ${path} is ${change}, and breaks its callers`);
}
