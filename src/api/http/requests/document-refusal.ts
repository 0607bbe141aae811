import { type AppError, forbidden } from '../../../platform/base/errors.js';

/**
 * Returns the error for a query text that is not a persisted document, if the server or the token accepts only
 * persisted documents.
 */
export function documentRequired(message: string): AppError {
  return forbidden(message, {
    action: 'graphql.query',
    needs: 'a persisted document',
    reason: 'DOCUMENT_REQUIRED',
  });
}
