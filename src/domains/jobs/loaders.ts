import { rowsById } from '../../store/by-id.js';

/** Jobs by id. */
export const jobsById = rowsById('Job');
