import { rowsById } from '../../store/by-id.js';

/** Sites by id. */
export const sitesById = rowsById('Site');
