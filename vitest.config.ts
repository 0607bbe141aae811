import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Tests of pure code run once; whatever touches a database runs on both, the same files.
const onDatabases = ['store', 'access', 'domains', 'graphql', 'http', 'cli', 'contract', 'fuzz'];
const databaseTests = onDatabases.map((folder) => `test/${folder}/**/*.test.ts`);

// Vite would load another build of graphql than graphql-jit does, and the two refuse each other's types.
const oneGraphql = { find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) };

export default defineConfig({
  resolve: { alias: [oneGraphql] },
  test: {
    pool: 'forks',
    // Files share their process: loading the application anew for each took three quarters of the time.
    isolate: false,
    globalSetup: ['test/support/say-seed.ts'],
    setupFiles: ['test/support/watchdog.ts', 'test/support/clean-up.ts', 'test/support/properties.ts'],
    maxWorkers: 2,
    // Ends what hangs; a file takes seconds, and many times as long beside other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What is waited for comes; on a busy machine not within the second that is the default.
    expect: { poll: { timeout: 60_000 } },
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
          // A browser sees pages, not databases: once is enough.
          exclude: ['test/**/*.browser.test.ts'],
          env: { DOCGRAPH_TEST_PROVIDER: 'postgresql' },
          globalSetup: ['test/support/compiled.ts', 'test/support/postgres-server.ts'],
        },
      },
    ],
  },
});
