import type { Fields } from '../../../api/graphql/schema/builder.js';
import { organizationsById } from './loaders.js';
import { Organization } from './organization.js';

/** Result of a deletion. `deletedId` is null if there was no object to delete. */
interface DeletionResult {
  deletedId: string | null;
  organization: string;
}

/** Returns the field for the organization in the payload of a mutation; null if the caller can no longer see it. */
export function organizationField(t: Fields<{ organization: string }>) {
  return t.field({
    type: Organization,
    nullable: true,
    description: 'The organization.',
    resolve: ({ organization }, _args, { loaders }) => loaders.load(organizationsById, organization),
  });
}

/**
 * Returns the payload of a mutation that deletes an object of an organization.
 * @param noun kind of the deleted object
 * @param mayBeAbsent whether the mutation does nothing if there is no such object
 */
export function deletedPayload(noun: string, { mayBeAbsent = false } = {}) {
  const absentNote = mayBeAbsent ? '; null if there was none' : '';
  const nullable = mayBeAbsent as true;
  return {
    description: `The id of the deleted ${noun}, and its organization.`,
    outputFields: (t: Fields<DeletionResult>) => ({
      deletedId: t.exposeID('deletedId', { nullable, description: `Id of the deleted ${noun}${absentNote}.` }),
      organization: organizationField(t),
    }),
  };
}
