import { type AppError, forbidden } from '../../../platform/base/errors.js';

/** Refuses what is not a persisted document: the server, or the token, accepts nothing else. */
export function documentRequired(message: string): AppError {
  return forbidden(message, {
    action: 'graphql.query',
    needs: 'a persisted document',
    reason: 'DOCUMENT_REQUIRED',
  });
}
