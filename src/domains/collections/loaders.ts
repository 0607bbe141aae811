import { rowsById } from '../../store/by-id.js';

/** Collections by id. */
export const collectionsById = rowsById('Collection');
