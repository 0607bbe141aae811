import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Tests of pure code run once; whatever touches a database runs on both, the same files.
const onDatabases = [
  'platform/db',
  'platform/jobs',
  'access',
  'modules',
  'api/graphql',
  'api/http',
  'cli',
  'contract',
  'fuzz',
];
const databaseTests = onDatabases.map((folder) => `test/${folder}/**/*.test.ts`);

/**
 * Claims that are proven once, on SQLite: what is refused, read or printed before a database is asked is the same on both, and
 * so is what documents, expressions and pages become once they were read. What a database does with them has tests on both.
 */
const proven = {
  onSqlite: [
    'test/**/*.browser.test.ts',
    'test/cli/{broken-pipes,commands,commands-refused,configuration,export-refused,import-refused,import-cache,operator}.test.ts',
    'test/cli/{beside-a-server,new-database,read-folder,server-log,start-configured,start-held,start-port,stop-on-signals,stopped-file}.test.ts',
    'test/cli/git-*.test.ts',
    'test/modules/review/change-requests/content-{files,pages,requests}.test.ts',
    'test/modules/{explorer-examples,manual-blocks,readme}.test.ts',
    'test/modules/links/corpora.test.ts',
    'test/modules/lists/list-orders.test.ts',
    'test/modules/mail/mails.test.ts',
    'test/modules/notifications/notification-mail.test.ts',
    'test/modules/pdf/{pdf,rendering}.test.ts',
    'test/modules/content/revisions/corpus-{large,mdbook,medium}-*.test.ts',
    'test/contract/path-fields.test.ts',
    'test/api/graphql/failures.test.ts',
    'test/modules/content/folders/{sidecar,page-revision}.test.ts',
    'test/modules/content/revisions/{evaluated,page}.test.ts',
    'test/modules/content/search/many-at-once.test.ts',
    'test/modules/identity/sso/providers.test.ts',
    'test/modules/content/template-copies/content-references.test.ts',
    'test/modules/identity/tokens/scopes.test.ts',
    'test/fuzz/{graphql,judge,paths}.test.ts',
    'test/api/graphql/{access,array-pages,attempts,cost,descriptions,documents,executor,inherited-names,limits,nesting,scalars,subscription-root}.test.ts',
    'test/api/http/{api-description,federation,attempts,byte-range,cors,error-table,errors,explorer-tabs,graphql-audits,hostile-content,json-body,logged-paths,persisted-queries,rate-limit,request-log,result-bytes,safety,strict-transport}.test.ts',
  ],
};

// Vite would load another build of graphql than the packages of the graph do, and the two refuse each other's types.
const oneGraphql = { find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) };

export default defineConfig({
  resolve: { alias: [oneGraphql] },
  test: {
    reporters: ['default', './test/support/seconds-reporter.ts'],
    pool: 'forks',
    // Files share their process: loading the application anew for each took three quarters of the time.
    isolate: false,
    globalSetup: ['test/support/provide-seed.ts'],
    setupFiles: ['test/support/watchdog.ts', 'test/support/clean-up.ts', 'test/support/properties.ts'],
    maxWorkers: Math.max(2, availableParallelism()),
    // Ends what hangs; a file takes seconds, and many times as long beside other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A failing wait reports within seconds; the default of one second is too short for a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: databaseTests },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: databaseTests,
          env: { DOCGRAPH_TEST_PROVIDER: 'sqlite' },
          globalSetup: ['test/support/compiled.ts', 'test/support/sqlite-template.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgresql',
          include: databaseTests,
          exclude: proven.onSqlite,
          env: { DOCGRAPH_TEST_PROVIDER: 'postgresql' },
          globalSetup: ['test/support/compiled.ts', 'test/support/postgres-server.ts'],
        },
      },
    ],
  },
});
