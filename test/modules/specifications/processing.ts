import { specificationJobs } from '../../../src/modules/specifications/job-kinds.js';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import type { FetchBytes } from '../../../src/platform/outbound/fetch-bytes.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import type { TestApp } from '../../support/app.js';

const { specification } = createOutbound([]);

/** Processes all waiting specifications. */
export async function processWaitingSpecifications(
  { store }: Pick<TestApp, 'store'>,
  fetch: FetchBytes = specification,
): Promise<void> {
  await runDueJobs(store, specificationJobs({ store, fetch }));
}
