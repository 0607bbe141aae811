import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { installed, type Lock } from '../../scripts/published.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const runs = Object.keys(manifest.dependencies);

/** Packages whose files are served or read, and not imported. */
const files = ['@graphql-yoga/render-graphiql', 'swagger-ui-dist', ...installed];

/** Names of the packages that the sources import, except for types. */
const imported = new Set(
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(root, 'src', path), 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, ''))
    .flatMap((text) => [
      ...text.matchAll(/^\s*(?:import|export|\})(?!\s+type)[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]/gm),
      ...text.matchAll(/\bimport\('([^']+)'\)/g),
    ])
    .map(([, name]) => name!)
    .filter((name) => !/^(\.|node:)/.test(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
);

it('`dependencies` are the packages that the sources import, and packages whose files are read', () => {
  expect(imported.size).toBeGreaterThan(40);
  expect([...imported].filter((name) => !runs.includes(name))).toEqual([]);
  expect(runs.filter((name) => !imported.has(name) && !files.includes(name))).toEqual([]);
});

it('every version is exact, and every override has a reason', () => {
  const { dependencies, devDependencies, overrides } = manifest;
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...overrides });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version as string))).toEqual([]);
  expect(Object.keys(manifest['//overrides'])).toEqual(Object.keys(overrides));
});

/** Licenses that allow others to run and change the program. */
const licenses = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'Python-2.0',
  'Zlib',
]);

/** Licenses of packages that state them only in a file. */
const unstated: Record<string, string> = { 'node_modules/png-js': 'MIT' };

/** Reports whether a license is acceptable: all parts joined by `AND`, or one of those joined by `OR`. */
function isFree(license = ''): boolean {
  const terms = license.replace(/[()]/g, '').split(/ (AND|OR) /);
  const names = terms.filter((_, index) => index % 2 === 0);
  return terms[1] === 'OR' ? names.some((name) => licenses.has(name)) : names.every((name) => licenses.has(name));
}

it('all packages that run have a license that allows others to run and change them', () => {
  const packages = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
  );
  expect(packages.length).toBeGreaterThan(100);
  const others = packages.filter(([path, { license }]) => !isFree(license ?? unstated[path]));
  expect(others.map(([path, { license }]) => [path, license])).toEqual([]);
});
