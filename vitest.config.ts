import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Folders of `test` whose tests use a database. They run on SQLite and on Postgres; all other tests run once.
const databaseFolders = [
  'platform/db',
  'platform/jobs',
  'platform/quotas',
  'access',
  'modules',
  'api/graphql',
  'api/http',
  'cli',
  'contract',
  'fuzz',
  'upgrades',
];
const databaseTests = databaseFolders.map((folder) => `test/${folder}/**/*.test.ts`);

/**
 * Tests that run only on SQLite, because their result does not depend on the database. They test refusals and output
 * before the database is used, or the processing of content after it was read.
 */
const sqliteOnlyTests = [
  'test/**/*.browser.test.ts',
  'test/cli/{broken-pipes,commands,commands-refused,completion,configuration,demo-large,export-refused,import-refused,import-cache,operator}.test.ts',
  'test/cli/{beside-a-server,metrics-port,new-database,prometheus,read-folder,secret-files,server-log,start-configured,start-held,start-port,stop-on-signals,stopped-file}.test.ts',
  'test/cli/doctor/{proxy,service}-checks.test.ts',
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
  'test/platform/db/dump/format.test.ts',
  'test/platform/quotas/shares.test.ts',
  'test/api/http/limits/{admission,load-monitor,load-shedding}.test.ts',
  'test/fuzz/{graphql,judge,paths}.test.ts',
  'test/api/graphql/{access,array-pages,attempts,cost,descriptions,documents,executor,inherited-names,limits,nesting,scalars,subscription-root}.test.ts',
  'test/api/http/{api-description,federation,byte-range,cors,error-table,errors,explorer-tabs,graphql-audits,hostile-content,json-body,logged-paths,observation-off,persisted-queries,request-log,result-bytes,safety,strict-transport}.test.ts',
];

// Without this alias, Vite loads a second build of `graphql`. GraphQL packages reject the types of the other build.
const graphqlAlias = { find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) };

export default defineConfig({
  resolve: { alias: [graphqlAlias] },
  test: {
    reporters: ['default', './test/support/seconds-reporter.ts'],
    pool: 'forks',
    // Test files share a process: loading the application for each file took three quarters of the time.
    isolate: false,
    globalSetup: ['test/support/provide-seed.ts'],
    setupFiles: ['test/support/watchdog.ts', 'test/support/clean-up.ts', 'test/support/properties.ts'],
    maxWorkers: Math.max(2, availableParallelism()),
    // Ends a test that hangs. A file takes seconds, but many times as long on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A failed `expect.poll` is reported within seconds. The default of one second is too short for a busy machine.
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
          exclude: sqliteOnlyTests,
          env: { DOCGRAPH_TEST_PROVIDER: 'postgresql' },
          globalSetup: ['test/support/compiled.ts', 'test/support/postgres-server.ts'],
        },
      },
    ],
  },
});
