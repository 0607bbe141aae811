import type { Json } from '../../../engine/base/types.js';
import { markdownFromDocument } from '../../../engine/text/document/to-markdown.js';
import { createDestinationWriter } from '../../../engine/tree/links/references.js';
import { emptyManifest } from '../../../engine/tree/manifest/empty-manifest.js';
import { pointingInto, refusingContent } from '../../shared/content-errors.js';

/**
 * Checks that a document has only blocks, inlines and marks that pages can have. The targets of its references need not
 * exist. The caller stores the document unchanged.
 * @throws BAD_USER_INPUT with the path of the invalid member, such as `instructions.nodes[0].type`.
 */
export async function checkDocument(field: string, document: Json): Promise<void> {
  const convert = () => markdownFromDocument(document, { destination: createDestinationWriter(emptyManifest) });
  await refusingContent(async () => pointingInto(field, convert));
}
