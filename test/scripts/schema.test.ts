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

it('what is served is written as the sources are now, and each file is said to be written or unchanged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-schema-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(schema(folder)).toEqual({ status: 0, said: 'schema.graphql: written\nopenapi.json: written\n' });
  appendFileSync(join(folder, 'openapi.json'), ' ');
  expect(schema(folder, '--check')).toEqual({
    status: 1,
    said: 'openapi.json must say what the code says; run `npm run schema` and commit\n',
  });
  expect(schema(folder)).toEqual({ status: 0, said: 'schema.graphql: unchanged\nopenapi.json: written\n' });
  expect(schema(folder, '--check')).toEqual({ status: 0, said: 'schema.graphql and openapi.json are true\n' });
  expect(readFileSync(join(folder, 'schema.graphql'), 'utf8')).toContain('type Query');
});
