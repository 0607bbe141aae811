import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateInProcess } from './migrated.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the migrated file that the test databases are copied from. */
    sqliteTemplate: string;
  }
}

/** Creates a migrated SQLite file, and removes it after the last test of the project. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-template-'));
  const path = join(folder, 'template.db');
  migrateInProcess(`file:${path}`);
  project.provide('sqliteTemplate', path);
  return () => rmSync(folder, { recursive: true, force: true });
}
