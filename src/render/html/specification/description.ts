import { descriptionNodes } from '../../../engine/openapi/view/description-nodes.js';
import { linkAddress } from '../addresses.js';
import { fillText } from '../fill-placeholders.js';
import { type Content, trusted } from '../markup.js';
import { renderText } from '../render-text.js';
import type { ReferenceResolver } from '../rendered.js';

/** Only absolute addresses become links. Images are replaced by their text. */
const filler: ReferenceResolver = {
  linkOf({ kind, url }) {
    const address = kind === 'url' ? linkAddress(String(url)) : null;
    return address && /^(?:https?|mailto|tel):/.test(address)
      ? { url: address, isExternal: /^http/.test(address) }
      : null;
  },
  nameOf: ({ kind, url }) => (kind === 'url' ? String(url) : ''),
  imageOf: () => null,
  sharedOf: () => null,
  specificationOf: () => null,
  opensWindows: false,
};

/** Renders a Markdown description as HTML. */
export function descriptionHtml(markdown: string | undefined): Content {
  if (markdown === undefined) return null;
  return trusted(fillText(renderText({ object: 'document', nodes: descriptionNodes(markdown) }), filler));
}
