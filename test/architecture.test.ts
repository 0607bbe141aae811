import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findImportCycles } from './support/import-cycles.js';
import {
  files,
  formatImports,
  imports,
  importsOf,
  inside,
  local,
  within,
  withoutComments,
  written,
} from './support/imports.js';

describe('the list of imports', () => {
  it('has hundreds of entries, each for a file that exists', () => {
    const known = new Set(files.map(({ path }) => path));
    expect(local(imports).length).toBeGreaterThan(500);
    expect(formatImports(local(imports).filter(({ to }) => !known.has(to.replace(/\.js$/, '.ts'))))).toEqual([]);
  });

  it('contains every form of an import', () => {
    const text = `import a, {\n  b,\n} from './b.js';\nimport './c.js';\nexport { d } from './d.js';\nconst e = import('./e.js');\nimport type { F } from 'f';\n// import './no.js';\n`;
    expect(importsOf('x/a.ts', text).map(({ to }) => to)).toEqual(['x/b.js', 'x/c.js', 'x/d.js', 'x/e.js', 'f']);
  });
});

/**
 * Folders of `src` that each folder may import. A folder may import itself, and `main.ts` may import the command line.
 */
const borders: Record<string, string[]> = {
  cli: ['app', 'modules', 'api', 'access', 'engine', 'platform'],
  app: ['modules', 'api', 'access', 'platform'],
  modules: ['api', 'access', 'render', 'engine', 'platform'],
  api: ['access', 'render', 'engine', 'platform'],
  access: ['platform'],
  render: ['engine'],
  platform: ['engine'],
  engine: [],
};

describe('the imports between folders', () => {
  it('cross the borders of top-level folders only in the allowed directions', () => {
    const topOf = (path: string): string => path.split('/')[0]!;
    const crossing = local(imports).filter(({ from, to }) => topOf(from) !== topOf(to) && from !== 'main.ts');
    expect(formatImports(crossing.filter(({ from, to }) => !borders[topOf(from)]?.includes(topOf(to))))).toEqual([]);
    expect(new Set(written.map(({ path }) => topOf(path)))).toEqual(new Set([...Object.keys(borders), 'main.ts']));
  });

  // Imports of types count like imports of values. In each folder, each subfolder is one node of the import graph. All
  // files directly in the folder are one node.
  it('contain no cycle, at any depth', () => {
    const rings = findImportCycles(local(imports));
    expect(rings).toEqual([]);
    const ring = [
      { from: 'a/b/one.ts', to: 'a/c/two.js', isPackage: false },
      { from: 'a/c/three.ts', to: 'a/b/four.js', isPackage: false },
    ];
    expect(findImportCycles(ring)).toEqual(['a: b, c']);
  });

  it('of a module point to modules above it in the manual, and each module has a README with its tables', () => {
    const listed = [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `([a-z]+)` \| /gm)].map(
      ([, name]) => name!,
    );
    const modules = [...new Set(inside('modules').map(({ from }) => from.split('/')[1]!))];
    expect(listed.filter((name) => modules.includes(name)).sort()).toEqual(modules.sort());
    const placeOf = (path: string): number => listed.indexOf(path.split('/')[1]!);
    const between = inside('modules').filter(({ to }) => within('modules', to));
    expect(formatImports(between.filter(({ from, to }) => placeOf(from) < placeOf(to)))).toEqual([]);
    for (const name of modules)
      expect(readFileSync(`src/modules/${name}/README.md`, 'utf8')).toMatch(/^# [a-z]+\n\n.+\n\nTables: .+\n/);
  });

  it('are at most two levels deep in a module', () => {
    const deep = written.filter(({ path }) => within('modules', path) && path.split('/').length > 4);
    expect(deep.map(({ path }) => path)).toEqual([]);
  });

  it('of the engine include only text packages, and Node modules without access to files or the network', () => {
    const own = inside('engine').filter(({ isPackage }) => isPackage);
    expect(own.length).toBeGreaterThan(50);
    const node = own.filter(({ to }) => to.startsWith('node:')).map(({ to }) => to);
    const known = ['node:buffer', 'node:crypto', 'node:path', 'node:util', 'node:v8'];
    expect([...new Set(node)].filter((name) => !known.includes(name))).toEqual([]);
    const database = /^(graphql|@?pothos|@?prisma|kysely|pg|better-sqlite3|fastify|undici)/;
    expect(formatImports(own.filter(({ to }) => database.test(to)))).toEqual([]);
  });

  it('of clusters include only clusters, and the tokens of a text', () => {
    const own = inside('engine/clusters');
    const words = ['engine/search/fold.js', 'engine/search/tokens.js'];
    expect(formatImports(local(own).filter(({ to }) => !within('engine/clusters', to) && !words.includes(to)))).toEqual(
      [],
    );
    expect(formatImports(own.filter(({ to, isPackage }) => isPackage && to !== 'node:v8'))).toEqual([]);
  });

  it('of render/html include only packages without access to files or the network', () => {
    const known = /^(?:node:crypto|node:module|katex|lowlight|hast|highlight\.js\/lib\/languages\/\w+)$/;
    const packages = inside('render/html').filter(({ isPackage }) => isPackage);
    expect(formatImports(packages.filter(({ to }) => !known.test(to)))).toEqual([]);
  });

  it('of api/saml include only errors, and packages without access to databases or the network', () => {
    const own = inside('api/saml');
    const known = ['platform/base/errors.js', 'api/sign-in/person-values.js'];
    expect(formatImports(local(own).filter(({ to }) => !within('api/saml', to) && !known.includes(to)))).toEqual([]);
    const packages = ['node:crypto', 'node:util', '@node-saml/node-saml', '@xmldom/xmldom'];
    expect(formatImports(own.filter(({ to, isPackage }) => isPackage && !packages.includes(to)))).toEqual([]);
  });

  it('of api/oidc include only errors, caches and the types of outbound calls, and packages for tokens', () => {
    const own = inside('api/oidc');
    const known = [
      'platform/base/errors.js',
      'platform/cache/cache.js',
      'platform/outbound/outbound.js',
      'platform/urls/loopback.js',
      'api/sign-in/person-values.js',
    ];
    expect(formatImports(local(own).filter(({ to }) => !within('api/oidc', to) && !known.includes(to)))).toEqual([]);
    const packages = ['node:crypto', 'openid-client', 'jose'];
    expect(formatImports(own.filter(({ to, isPackage }) => isPackage && !packages.includes(to)))).toEqual([]);
  });

  it('of modules include no transport', () => {
    const transports = /^api\/(http|rest)\//;
    expect(formatImports(inside('modules').filter(({ to }) => transports.test(to)))).toEqual([]);
  });

  it('of the platform include no GraphQL and no HTTP server', () => {
    expect(formatImports(inside('platform').filter(({ to }) => /^(graphql|fastify)/.test(to)))).toEqual([]);
  });

  it('of inputs include neither API, because both APIs share the rules of inputs', () => {
    expect(formatImports(inside('api/inputs').filter(({ to }) => /^api\/(?!inputs)|^access\//.test(to)))).toEqual([]);
  });

  it('of rest include neither the database nor the HTTP server', () => {
    const own = inside('api/rest');
    expect(formatImports(own.filter(({ to }) => /^(platform\/db|api\/http|access)\//.test(to)))).toEqual([]);
  });

  it('include the generated clients only in platform/db', () => {
    const generated = imports.filter(({ to }) => within('platform/db/generated', to));
    expect(generated.length).toBeGreaterThan(0);
    expect(formatImports(generated.filter(({ from }) => !within('platform/db', from)))).toEqual([]);
  });

  // Kysely does not count as a driver: all code writes queries with it, and only platform/db runs them.
  it('include the database drivers only in platform/db', () => {
    const drivers = /^(pg|better-sqlite3|@prisma\/.*)$/;
    expect(formatImports(imports.filter(({ from, to }) => drivers.test(to) && !within('platform/db', from)))).toEqual(
      [],
    );
  });

  it('include node:async_hooks only for one guard, which servers do not use', () => {
    const tracking = imports.filter(({ to }) => to === 'node:async_hooks').map(({ from }) => from);
    expect(tracking).toEqual(['platform/db/write/nesting.ts']);
  });

  it('of actions, policies and loaders include no GraphQL', () => {
    const rules = imports.filter(
      ({ from }) => within('access', from) || /^modules\/.*\b(actions?|policy|loaders|rules)\.ts$/.test(from),
    );
    expect(rules.length).toBeGreaterThan(50);
    expect(formatImports(rules.filter(({ to }) => /^(graphql$|api\/graphql\/|@pothos)/.test(to)))).toEqual([]);
  });
});

describe('the files of modules', () => {
  const modules = written.filter(({ path }) => within('modules', path));
  const code = modules.map(({ path, text }) => ({ path, text: withoutComments(text) }));
  const holding = (what: RegExp): string[] => code.filter(({ text }) => what.test(text)).map(({ path }) => path);
  const unlike = (paths: string[], name: RegExp): string[] => paths.filter((path) => !name.test(path)).sort();

  it('run actions only in actions.ts and *-actions.ts', () => {
    const acting = holding(/\b(runAction|runActionInSteps)(<[^()]*>)?\(/);
    expect(acting.length).toBeGreaterThan(20);
    // The second file defines what an action is. The first one reads the bytes of files before the actions of
    // content-actions.ts run.
    const others = ['modules/review/change-requests/content-files.ts', 'modules/shared/unit-of-work.ts'];
    expect(unlike(acting, /[/-]actions\.ts$/)).toEqual(others);
  });

  it('define root queries and mutations only in *-operations.ts', () => {
    const roots = holding(/\bbuilder\s*\.(query|mutation|relayMutation)Fields?\(|\bmutation(<[^()]*>)?\(/);
    expect(roots.length).toBeGreaterThan(20);
    expect(unlike(roots, /-operations\.ts$/)).toEqual([]);
  });

  it('add fields to types of other files only in *-edges.ts', () => {
    const added = code.flatMap(({ path, text }) => fieldsAddedIn(text).map((type) => ({ path, type, text })));
    // A connection type counts as declared in the file that declares the type of its items.
    const foreign = added.filter(({ type, text }) => !new RegExp(`\\bconst ${type}\\b[^=]*= builder\\b`).test(text));
    expect(added.length).toBeGreaterThan(foreign.length);
    expect(foreign.length).toBeGreaterThan(20);
    const paths = foreign.map(({ path }) => path);
    expect(unlike(paths, /-edges\.ts$/)).toEqual([]);
  });

  function fieldsAddedIn(text: string): string[] {
    const added = text.matchAll(/\bbuilder\s*\.(?:object|interface)Fields?\(\s*(?:connectionTypeOf\(\s*)?(\w+)/g);
    return [...added].map(([, type]) => type!);
  }
});

describe('the files', () => {
  it('import full file names: no directories, no index files', () => {
    expect(
      formatImports(local(imports).filter(({ to }) => !/\.(js|json)$/.test(to) || /(^|\/)index\.js$/.test(to))),
    ).toEqual([]);
    expect(files.filter(({ path }) => /(^|\/)index\.ts$/.test(path))).toEqual([]);
  });

  it('export only their own declarations', () => {
    const passing = written.filter(({ text }) => /^export (type )?(\*|\{[^}]*\}) from /m.test(text));
    expect(passing.map(({ path }) => path)).toEqual([]);
  });

  it('have at most 300 lines', () => {
    expect(written.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)).toEqual([]);
  });

  it('have lower-case names that describe their content', () => {
    const names = written
      .map(({ path }) => path)
      .filter((path) => !/^([a-z0-9-]+\/)*[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(path));
    expect(names).toEqual([]);
    expect(written.map(({ path }) => path).filter((path) => /(^|\/)(utils?|helpers?|common)\.ts$/.test(path))).toEqual(
      [],
    );
  });
});
