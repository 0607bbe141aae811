import { EventEmitter, once } from 'node:events';
import type { Json } from '../../../src/engine/base/types.js';
import { createOrganization } from '../../../src/modules/identity/members/creation-actions.js';
import { createUser } from '../../../src/modules/identity/members/user-actions.js';
import { operatorOf } from '../../../src/modules/identity/tokens/bootstrap.js';
import { newId } from '../../../src/platform/base/ids.js';
import type { Row } from '../../../src/platform/db/query/rows.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import { enqueue, type NewJob } from '../../../src/platform/jobs/enqueue.js';
import type { JobKind, JobRun } from '../../../src/platform/jobs/job-kind.js';
import { type JobOptions, type Jobs, startJobs } from '../../../src/platform/jobs/start-jobs.js';
import { atEnd } from '../../support/database.js';

/** Creates a kind of jobs for a test. */
export function kindOf(run: (payload: Json, run: JobRun) => Promise<void> | void, name = 'test.run'): JobKind {
  return { name, run: async (payload, attempt) => run(payload, attempt) };
}

/** Adds a job of the test kind. */
export function add(store: Store, job: Partial<NewJob> = {}): Promise<string> {
  return store.transaction((tx) => enqueue(tx, { kind: 'test.run', payload: null, organizationId: null, ...job }));
}

/** Runs jobs until the end of the test file, with shorter intervals than a server has. */
export async function startTestJobs(store: Store, kinds: readonly JobKind[], options: JobOptions = {}): Promise<Jobs> {
  const jobs = await startJobs(store, kinds, { poll: 100, backoff: 1, lease: 60_000, ...options });
  atEnd(() => jobs.close());
  return jobs;
}

/** Returns the current row of a job. */
export async function jobOf({ read }: Store, id: string): Promise<Row<'Job'> | undefined> {
  return read.first(read.sql.selectFrom('Job').selectAll().where('id', '=', id));
}

/** Adds a row of an organization. Returns its id. */
export async function addOrganization(store: Store): Promise<string> {
  const actor = { store, viewer: await operatorOf(store) };
  const owner = `${newId('Job')}@jobs.test`;
  await createUser(actor, { email: owner, name: 'Owner' });
  return createOrganization(actor, { title: 'Acme', owner });
}

/** Attempts that run until their release, in the order of their start. */
export interface BlockingJobs {
  kind: JobKind;
  /** Ids of the started jobs. */
  started: string[];
  /** Ends one attempt. Without an id, ends all attempts, also those that start later. */
  release(id?: string): void;
}

/** Creates a kind of jobs whose attempts end when they are released or aborted. */
export function createBlockingKind(name = 'test.blocking'): BlockingJobs {
  const started: string[] = [];
  const released = new EventEmitter().setMaxListeners(0);
  let isOpen = false;
  const run = async (_payload: Json, { id, signal }: JobRun): Promise<void> => {
    started.push(id);
    if (!isOpen) await once(released, id, { signal });
  };
  return {
    kind: kindOf(run, name),
    started,
    release(id) {
      isOpen ||= id === undefined;
      for (const name of id === undefined ? released.eventNames() : [id]) released.emit(name);
    },
  };
}
