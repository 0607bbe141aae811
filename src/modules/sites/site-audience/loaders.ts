import { rowsById } from '../../../platform/db/query/by-id.js';

/** Share links by id. */
export const shareLinksById = rowsById('ShareLink');
