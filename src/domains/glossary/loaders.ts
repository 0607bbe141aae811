import { rowsById } from '../../store/by-id.js';

/** Entries of glossaries by id. */
export const glossaryEntriesById = rowsById('GlossaryEntry');
