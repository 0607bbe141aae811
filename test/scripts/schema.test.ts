import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

function schema(...args: string[]) {
  const script = join(root, 'scripts/schema.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, said: stderr };
}

const files = ['schema.graphql', 'openapi.json', 'src/api/rest/internal.graphql', 'docs/scalars.md'];

const formatReport = (...states: string[]): string => files.map((file, at) => `${file}: ${states[at]}\n`).join('');

it('the script writes the generated files from the current sources, and reports which ones were written or unchanged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-schema-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(schema(folder)).toEqual({ status: 0, said: formatReport('written', 'written', 'written', 'written') });
  appendFileSync(join(folder, 'openapi.json'), ' ');
  expect(schema(folder, '--check')).toEqual({
    status: 1,
    said: 'openapi.json must be what the code says; run `npm run schema` and commit\n',
  });
  expect(schema(folder)).toEqual({ status: 0, said: formatReport('unchanged', 'written', 'unchanged', 'unchanged') });
  expect(readFileSync(join(folder, 'schema.graphql'), 'utf8')).toContain('type Query');
});
