import { rowsById } from '../../store/by-id.js';

/** Spaces by id, deleted ones included. */
export const spacesById = rowsById('Space');
