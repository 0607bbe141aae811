import { rowsById } from '../../../platform/db/query/by-id.js';

/** Sites by id. */
export const sitesById = rowsById('Site');
