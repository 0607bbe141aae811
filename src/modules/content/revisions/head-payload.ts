import type { Fields, InputFields } from '../../../api/graphql/schema/builder.js';
import { spacesById } from '../spaces/loaders.js';
import { Space } from '../spaces/space.js';
import { revisionsById } from './loaders.js';
import { Revision } from './revision.js';

/**
 * Returns the input field for the head that the caller expects, in a mutation that moves the head of a space; see
 * `requireHead`.
 */
export const headField = (t: InputFields) =>
  t.id({
    description: 'Id of the head that the client expects: if it differs, the mutation is refused with CONFLICT.',
  });

/** Descriptions of the fields of a payload. */
interface HeadTexts {
  space: string;
  revision: string;
}

/** A space whose head may have moved, and a revision. */
interface Head {
  spaceId: string;
  revisionId: string;
}

/** Returns the fields of a payload with a space and a revision. */
export function headFields(t: Fields<Head>, { space, revision }: HeadTexts) {
  return {
    space: t.field({
      type: Space,
      description: space,
      resolve: ({ spaceId }, _args, { loaders }) => loaders.get(spacesById, spaceId),
    }),
    revision: t.field({
      type: Revision,
      description: revision,
      resolve: ({ revisionId }, _args, { loaders }) => loaders.get(revisionsById, revisionId),
    }),
  };
}

/**
 * Returns the payload type of a mutation that moves the head of a space: the space, and the revision that is now its
 * head.
 */
export function headPayload({ description, ...texts }: HeadTexts & { description: string }) {
  return { description, outputFields: (t: Fields<Head>) => headFields(t, texts) };
}
