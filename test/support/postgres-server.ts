import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/postgres.mjs';
import { migrateInProcess } from './migrated.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the server's default database, used to create other databases. */
    postgresUrl: string;
    /** Name of the migrated template database for the databases of tests. */
    postgresTemplate: string;
  }
}

/** Starts one real Postgres for all test files of the project, and stops it after the last one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = 'docgraph_template';
  const server = await startPostgres();
  migrateInProcess(await server.createDatabase(template));
  project.provide('postgresUrl', server.url('postgres'));
  project.provide('postgresTemplate', template);
  return () => server.stop();
}
