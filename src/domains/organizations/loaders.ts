import { rowsById } from '../../store/by-id.js';

/** Organizations by id. */
export const organizationsById = rowsById('Organization');
