import { rowsById } from '../../store/by-id.js';

/** Teams by id. */
export const teamsById = rowsById('Team');
