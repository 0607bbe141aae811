import { builder } from '../../../api/graphql/schema/builder.js';
import type { PageView } from './content-view.js';
import { addressFields, Page, seesPage } from './page.js';

/** A page that is only a heading above other pages. */
builder.objectRef<PageView>('GroupPage').implement({
  description: 'A heading above pages, without a text of its own.',
  interfaces: [builder.nodeInterfaceRef(), Page],
  extensions: {
    guard: seesPage,
    rest: { constants: { kind: 'group', type: 'group' }, name: 'RevisionPageGroup', parentOf: true },
  },
  fields: addressFields,
});
