import type { Json } from '../../../engine/base/types.js';
import { markdownFromDocument } from '../../../engine/text/document/to-markdown.js';
import { destinationOf } from '../../../engine/tree/links/references.js';
import { emptyManifest } from '../../../engine/tree/manifest/empty-manifest.js';
import { pointingInto, refusingContent } from '../../shared/content-errors.js';

/**
 * Refuses a document that no page could have, for one that is kept as it is: its blocks, inlines and marks are those of pages.
 * What it points at need not be there.
 * @throws BAD_USER_INPUT naming the member at fault: `instructions.nodes[0].type`.
 */
export async function checkDocument(field: string, document: Json): Promise<void> {
  const write = () => markdownFromDocument(document, { destination: destinationOf(emptyManifest) });
  await refusingContent(async () => pointingInto(field, write));
}
