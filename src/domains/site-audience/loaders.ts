import { rowsById } from '../../store/by-id.js';

/** Share links by id. */
export const shareLinksById = rowsById('ShareLink');
