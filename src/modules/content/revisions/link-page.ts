import { builder } from '../../../api/graphql/schema/builder.js';
import type { ContentRef } from '../../../engine/base/types.js';
import type { PageView } from './content-view.js';
import { Page, seesPage } from './page.js';
import { ContentReference } from './scalars.js';

/** A link in the tree of pages. */
builder.objectRef<PageView>('LinkPage').implement({
  description: 'An entry of the table of contents that links to another address.',
  interfaces: [builder.nodeInterfaceRef(), Page],
  extensions: { guard: seesPage, rest: { constants: { kind: 'link', type: 'link' }, name: 'RevisionPageLink' } },
  fields: (t) => ({
    target: t.field({
      type: ContentReference,
      description: 'Target.',
      resolve: ({ page }) => requireTarget(page.target),
    }),
    href: t.string({
      nullable: true,
      description: 'Address of an external target.',
      resolve: ({ page }) => hrefOf(page.target),
    }),
  }),
});

/** Returns the target of a link page. Every link page of a manifest has one, which the type `Page` cannot express. */
function requireTarget(target: ContentRef | undefined): ContentRef {
  if (!target) throw new Error('A link page without a target');
  return target;
}

function hrefOf(target: ContentRef | undefined): string | null {
  return typeof target?.url === 'string' ? target.url : null;
}
