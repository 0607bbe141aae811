import { rowsById } from '../../platform/db/query/by-id.js';

/** Jobs by id. */
export const jobsById = rowsById('Job');
