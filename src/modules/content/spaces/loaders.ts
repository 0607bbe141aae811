import { rowsById } from '../../../platform/db/query/by-id.js';

/** Spaces by id, including deleted ones. */
export const spacesById = rowsById('Space');
