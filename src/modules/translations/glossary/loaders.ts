import { rowsById } from '../../../platform/db/query/by-id.js';

/** Entries of glossaries by id. */
export const glossaryEntriesById = rowsById('GlossaryEntry');
