import { partOfGuardedObject } from '../../api/graphql/schema/access.js';
import { builder } from '../../api/graphql/schema/builder.js';

/** URL of a PDF, and the time when it expires. */
export const Pdf = builder.objectRef<{ url: string; expiresAt: Date }>('Pdf').implement({
  description: 'The content of a revision as a PDF. It is made when its address is first opened, and kept.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    url: t.expose('url', {
      type: 'URL',
      description: 'Signed address of the PDF, which opens it without a token; valid for half an hour to an hour.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When the address expires.',
      resolve: ({ expiresAt }) => expiresAt.toISOString(),
    }),
  }),
});
