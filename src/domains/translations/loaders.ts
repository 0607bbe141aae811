import { rowsById } from '../../store/by-id.js';

/** Translations by id. */
export const translationsById = rowsById('Translation');
