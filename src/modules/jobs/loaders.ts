import { rowsById } from '../../platform/db/query/by-id.js';

/** Loader of jobs by id. */
export const jobsById = rowsById('Job');
