import { rowsById } from '../../../platform/db/query/by-id.js';

/** Collections by id. */
export const collectionsById = rowsById('Collection');
