import { type AppError, forbidden } from '../../../platform/base/errors.js';

/** Returns the refusal of a text that is not a persisted document, by a server or a token that accepts only those. */
export function documentRequired(message: string): AppError {
  return forbidden(message, {
    action: 'graphql.query',
    needs: 'a persisted document',
    reason: 'DOCUMENT_REQUIRED',
  });
}
