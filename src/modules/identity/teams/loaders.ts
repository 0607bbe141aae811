import { rowsById } from '../../../platform/db/query/by-id.js';

/** Teams by id. */
export const teamsById = rowsById('Team');
