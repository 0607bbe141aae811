import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { packagePath } from '../../src/platform/base/package-path.js';
import { environment } from '../../src/platform/config/environment.js';
import { deployFile } from './files.js';

/** Variables of other programs that the files set. */
const others = ['NODE_ENV', 'PUBLIC_HOST', 'UPSTREAMS', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB'];

it('the files of `deploy` set only variables that docgraph reads', () => {
  const found = readdirSync(packagePath('deploy'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ya?ml$|\.service$|Dockerfile$/.test(path))
    .flatMap((path) => variablesIn(path).map((name) => [path, name]));
  expect(found.length).toBeGreaterThan(15);
  const known = [...Object.keys(environment.shape), ...others];
  expect(found.filter(([, name]) => !known.includes(name!))).toEqual([]);
});

/** Returns the names of the environment variables that a file sets. */
function variablesIn(path: string): string[] {
  const text = deployFile(path);
  if (/\.service$/.test(path)) return [...text.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name!);
  if (/Dockerfile$/.test(path))
    return [...text.matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) => line!.split(' ').map((one) => one.split('=')[0]!));
  return parseAllDocuments(text, { merge: true }).flatMap((document) => variablesBelow(document.toJS()));
}

/** Returns the names below the keys that hold variables: maps of Compose and of Kubernetes, and lists of names. */
function variablesBelow(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, below]) => {
    if (key === 'env') return (below as { name: string }[]).map(({ name }) => name);
    if (['environment', 'data', 'stringData'].includes(key) && below) return Object.keys(below);
    return variablesBelow(below);
  });
}
