import type { Json } from '../../../engine/base/types.js';
import { markdownFromDocument } from '../../../engine/text/document/to-markdown.js';
import { destinationOf } from '../../../engine/tree/links/references.js';
import { emptyManifest } from '../../../engine/tree/manifest/empty-manifest.js';
import { pointingInto, refusingContent } from '../../shared/content-errors.js';

/**
 * Checks that a document, which is stored unchanged, is valid for a page: it has only blocks, inlines and marks that
 * pages can have. The targets of its references need not exist.
 * @throws BAD_USER_INPUT that names the invalid member: `instructions.nodes[0].type`.
 */
export async function checkDocument(field: string, document: Json): Promise<void> {
  const write = () => markdownFromDocument(document, { destination: destinationOf(emptyManifest) });
  await refusingContent(async () => pointingInto(field, write));
}
