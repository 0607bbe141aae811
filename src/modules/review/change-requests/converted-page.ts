import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import type { ConvertedPage } from '../../../engine/change/edit/converted-pages.js';

const ConvertedPageType = builder.objectRef<ConvertedPage>('ConvertedPage').implement({
  description: 'A page that was not UTF-8 before and that a change wrote as UTF-8.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    pageId: t.exposeID('pageId', { description: 'Id of the page.' }),
    encoding: t.exposeString('encoding', {
      description: 'Label of its former encoding, such as `windows-1252` (WHATWG Encoding Standard).',
    }),
  }),
});

/** Returns the payload field with the pages that changes converted to UTF-8. */
export const convertedPagesField = <Changed extends { converted: ConvertedPage[] }>(t: Fields<Changed>) =>
  t.field({
    type: [ConvertedPageType],
    description: 'Pages that were not UTF-8 before and that the changes wrote as UTF-8.',
    resolve: ({ converted }) => converted,
  });
