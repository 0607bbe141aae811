import { describe, expect, it } from 'vitest';
import {
  files,
  imports,
  importsOf,
  inside,
  local,
  shown,
  within,
  withoutComments,
  written,
} from './support/imports.js';

describe('the walk over the imports', () => {
  it('finds hundreds, each to a file that exists', () => {
    const known = new Set(files.map(({ path }) => path));
    expect(local(imports).length).toBeGreaterThan(500);
    expect(shown(local(imports).filter(({ to }) => !known.has(to.replace(/\.js$/, '.ts'))))).toEqual([]);
  });

  it('finds every form of an import', () => {
    const text = `import a, {\n  b,\n} from './b.js';\nimport './c.js';\nexport { d } from './d.js';\nconst e = import('./e.js');\nimport type { F } from 'f';\n// import './no.js';\n`;
    expect(importsOf('x/a.ts', text).map(({ to }) => to)).toEqual(['x/b.js', 'x/c.js', 'x/d.js', 'x/e.js', 'f']);
  });
});

describe('the arrows between folders', () => {
  it('content knows only itself, packages of text, and what of Node reaches no file and no network', () => {
    const own = inside('content');
    expect(own.length).toBeGreaterThan(50);
    expect(shown(local(own).filter(({ to }) => !within('content', to)))).toEqual([]);
    const node = own.filter(({ to }) => to.startsWith('node:')).map(({ to }) => to);
    expect(
      [...new Set(node)].filter((name) => !['node:buffer', 'node:crypto', 'node:path', 'node:util'].includes(name)),
    ).toEqual([]);
    const database = /^(graphql|@?pothos|@?prisma|kysely|pg|better-sqlite3|fastify|undici)/;
    expect(shown(own.filter(({ to, isPackage }) => isPackage && database.test(to)))).toEqual([]);
  });

  for (const engine of [
    'store',
    'graphql',
    'inputs',
    'rest',
    'http',
    'outbound',
    'access',
    'content',
    'clusters',
    'html',
    'saml',
    'ai',
  ]) {
    it(`${engine} knows no domain`, () => {
      expect(inside(engine).length).toBeGreaterThan(0);
      expect(shown(inside(engine).filter(({ to }) => within('domains', to)))).toEqual([]);
    });
  }

  it('clusters knows only itself, how content tells words apart, and nothing of Node but how it writes values down', () => {
    const own = inside('clusters');
    const words = ['content/search/fold.js', 'content/search/tokens.js'];
    expect(shown(local(own).filter(({ to }) => !within('clusters', to) && !words.includes(to)))).toEqual([]);
    expect(shown(own.filter(({ to, isPackage }) => isPackage && to !== 'node:v8'))).toEqual([]);
  });

  it('html knows only itself and content, and packages that reach no file and no network', () => {
    const own = inside('html');
    expect(shown(local(own).filter(({ to }) => !within('html', to) && !within('content', to)))).toEqual([]);
    const known = /^(?:node:crypto|node:module|katex|lowlight|hast|highlight\.js\/lib\/languages\/\w+)$/;
    expect(shown(own.filter(({ to, isPackage }) => isPackage && !known.test(to)))).toEqual([]);
  });

  it('saml knows only itself, errors, and packages that reach no database and no network', () => {
    expect(shown(local(inside('saml')).filter(({ to }) => !within('saml', to) && to !== 'errors.js'))).toEqual([]);
    const packages = inside('saml').filter(({ isPackage }) => isPackage);
    const known = ['node:crypto', 'node:util', '@node-saml/node-saml', '@xmldom/xmldom'];
    expect([...new Set(packages.map(({ to }) => to))].filter((name) => !known.includes(name))).toEqual([]);
  });

  for (const face of ['http', 'rest', 'cli']) {
    it(`domains know nothing of ${face}`, () => {
      expect(shown(inside('domains').filter(({ to }) => within(face, to)))).toEqual([]);
    });
  }

  it('store knows no GraphQL and no HTTP', () => {
    const forbidden = (to: string): boolean =>
      /^(graphql|rest|http|cli|domains)\//.test(to) || /^(graphql|fastify)/.test(to);
    expect(shown(inside('store').filter(({ to }) => forbidden(to)))).toEqual([]);
  });

  it('inputs has the rules of both faces, and knows neither', () => {
    expect(shown(inside('inputs').filter(({ to }) => /^(rest|graphql|store|http|access)\//.test(to)))).toEqual([]);
    const below = imports.filter(
      ({ from, to }) => within('rest', to) && /^(graphql|domains|access|store)\//.test(from),
    );
    expect(shown(below)).toEqual([]);
  });

  it('rest knows neither the database nor the HTTP server of the application', () => {
    expect(shown(inside('rest').filter(({ to }) => /^(store|http|domains|access)\//.test(to)))).toEqual([]);
  });

  it('only store knows the generated clients', () => {
    const foreign = imports.filter(({ from, to }) => within('store/generated', to) && !within('store', from));
    expect(shown(foreign)).toEqual([]);
    expect(inside('store').some(({ to }) => within('store/generated', to))).toBe(true);
  });

  // Kysely is no driver: queries are written in it wherever they belong, and run by the store alone.
  it('only store knows the drivers of the databases', () => {
    const drivers = /^(pg|better-sqlite3|@prisma\/.*)$/;
    expect(shown(imports.filter(({ from, to }) => drivers.test(to) && !within('store', from)))).toEqual([]);
  });

  it('asynchronous calls are tracked for a guard alone, which servers do without', () => {
    const tracking = imports.filter(({ to }) => to === 'node:async_hooks').map(({ from }) => from);
    expect(tracking).toEqual(['store/nesting.ts']);
  });

  it('actions, policies and loaders know no GraphQL', () => {
    const rules = imports.filter(
      ({ from }) => within('access', from) || /^domains\/.*\b(actions?|policy|loaders|rules)\.ts$/.test(from),
    );
    expect(rules.length).toBeGreaterThan(50);
    expect(shown(rules.filter(({ to }) => /^(graphql$|graphql\/|@pothos)/.test(to)))).toEqual([]);
  });

  // What decides and writes; types of the graph and batches know each other as objects do.
  it('domains have layers: their rules know those of others, and never in a circle', () => {
    const isRule = (path: string): boolean =>
      within('domains', path) && !/loaders\.[jt]s$/.test(path) && !isOfGraph(path);
    const isOfGraph = (path: string): boolean =>
      imports.some(({ from, to }) => from === path.replace(/js$/, 'ts') && /^(graphql$|graphql\/|@pothos)/.test(to));
    const rules = imports.filter(({ from, to }) => isRule(from) && isRule(to));
    expect(rules.length).toBeGreaterThan(200);
    const domainOf = (path: string): string => path.split('/')[1]!;
    const knows = new Map<string, Set<string>>();
    for (const { from, to } of rules) {
      if (domainOf(from) === domainOf(to)) continue;
      knows.set(domainOf(from), (knows.get(domainOf(from)) ?? new Set()).add(domainOf(to)));
    }
    // Whoever knows nobody any more is taken away, until none is left but those of circles.
    for (let size = 0; size !== knows.size; ) {
      size = knows.size;
      for (const [domain, others] of knows) if (![...others].some((other) => knows.has(other))) knows.delete(domain);
    }
    expect([...knows].map(([domain, others]) => `${domain} -> ${[...others].filter((one) => knows.has(one))}`)).toEqual(
      [],
    );
  });

  it('app.ts alone brings http, rest and the graph together', () => {
    const together = written.filter(({ path }) => {
      const folders = new Set(
        local(imports)
          .filter(({ from }) => from === path)
          .map(({ to }) => to.split('/')[0]),
      );
      return folders.has('http') && folders.has('rest') && !within('http', path) && !within('rest', path);
    });
    expect(together.map(({ path }) => path)).toEqual(['app.ts']);
  });
});

describe('the files of domains', () => {
  const domains = written.filter(({ path }) => within('domains', path));
  const code = domains.map(({ path, text }) => ({ path, text: withoutComments(text) }));
  const holding = (what: RegExp): string[] => code.filter(({ text }) => what.test(text)).map(({ path }) => path);
  const unlike = (paths: string[], name: RegExp): string[] => paths.filter((path) => !name.test(path)).sort();

  it('open transactions of actions in actions.ts and *-actions.ts alone', () => {
    const acting = holding(/\b(act|inSteps)(<[^()]*>)?\(/);
    expect(acting.length).toBeGreaterThan(20);
    // The one says what an action is; the other gets the bytes of files before the actions of content-actions.ts.
    const others = ['domains/change-requests/content-files.ts', 'domains/shared/act.ts'];
    expect(unlike(acting, /[/-]actions\.ts$/)).toEqual(others);
  });

  it('have root queries and mutations in *-operations.ts alone', () => {
    const roots = holding(/\bbuilder\s*\.(query|mutation|relayMutation)Fields?\(|\bmutation(<[^()]*>)?\(/);
    expect(roots.length).toBeGreaterThan(20);
    expect(unlike(roots, /-operations\.ts$/)).toEqual([]);
  });

  it('add fields to types that others declare in *-edges.ts alone', () => {
    const added = code.flatMap(({ path, text }) => fieldsAddedIn(text).map((type) => ({ path, type, text })));
    // A connection is declared with its items.
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
  it('name what they import in full: no directories, no index files', () => {
    expect(shown(local(imports).filter(({ to }) => !/\.(js|json)$/.test(to) || /(^|\/)index\.js$/.test(to)))).toEqual(
      [],
    );
    expect(files.filter(({ path }) => /(^|\/)index\.ts$/.test(path))).toEqual([]);
  });

  it('export what is theirs, not what is others', () => {
    const passing = written.filter(({ text }) => /^export (type )?(\*|\{[^}]*\}) from /m.test(text));
    expect(passing.map(({ path }) => path)).toEqual([]);
  });

  it('have 300 lines at most', () => {
    expect(written.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path)).toEqual([]);
  });

  it('are named for what they hold', () => {
    const names = written
      .map(({ path }) => path)
      .filter((path) => !/^([a-z0-9-]+\/)*[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(path));
    expect(names).toEqual([]);
    expect(written.map(({ path }) => path).filter((path) => /(^|\/)(utils?|helpers?|common)\.ts$/.test(path))).toEqual(
      [],
    );
  });
});
