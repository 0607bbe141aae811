import { ContentError } from '../../../../src/engine/base/types.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';

/** The error with which a document is refused; throws where it is not. */
export function refusalOf(value: unknown): ContentError {
  try {
    markdownFromDocument(value);
  } catch (error) {
    if (error instanceof ContentError) return error;
    throw error;
  }
  throw new Error('the document was not refused');
}
