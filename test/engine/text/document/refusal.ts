import { ContentError } from '../../../../src/engine/base/types.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';

/** Returns the error that refuses a document. Throws if the document is not refused. */
export function writeErrorFor(value: unknown): ContentError {
  try {
    markdownFromDocument(value);
  } catch (error) {
    if (error instanceof ContentError) return error;
    throw error;
  }
  throw new Error('the document was not refused');
}
