import { rowsById } from '../../../platform/db/query/by-id.js';

/** Spaces by id, deleted ones included. */
export const spacesById = rowsById('Space');
