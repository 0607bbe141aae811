import { partOfGuardedObject } from '../../api/graphql/schema/access.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { connectionTypeOf } from '../../api/graphql/schema/connections.js';
import { documentedEnum } from '../../api/graphql/schema/enums.js';
import { ContentLocation } from './location.js';
import { linkOfUsage, positionsOf, type Usage, usageTarget } from './usage-locations.js';

/** States of a reference (GraphQL type `ContentReferenceStatus`). */
export const ContentReferenceStatus = documentedEnum('ContentReferenceStatus', 'State of a reference.', {
  ok: 'There is no problem.',
  broken: 'Its target is not in the revision, or, for a target elsewhere, does not exist for the caller.',
  'in-app': 'Its target is an address of the application itself.',
});

const ContentReferenceRelation = documentedEnum('ContentReferenceRelation', 'Purpose of a reference.', {
  reference: 'The page links to it.',
  dependsOn: 'The page embeds it.',
});

/** All references from one page to one target (GraphQL type `ContentReferenceUsage`). */
export const ContentReferenceUsage = builder.objectRef<Usage>('ContentReferenceUsage').implement({
  description: 'All references from one page to one target, wherever they are on the page.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    status: t.expose('status', { type: ContentReferenceStatus, description: 'State of the reference.' }),
    relation: t.field({
      type: ContentReferenceRelation,
      description: 'Purpose.',
      resolve: (usage) => linkOfUsage(usage).relation as never,
    }),
    targetReference: t.field({
      type: ContentLocation,
      nullable: true,
      description: 'Target; the address as written if it is not an object that the caller may see.',
      resolve: (usage, _args, context) => usageTarget(context, usage),
    }),
    locationReferences: t.field({
      type: [ContentLocation],
      description: 'Positions on its page: one below each heading.',
      resolve: (usage, _args, context) => positionsOf(context, usage),
    }),
  }),
});

/** Numbers of references (GraphQL type `ContentReferencesStats`). */
export interface LinkStats {
  total: number;
  broken: { total: number; changeRequest: number | null };
}

const BrokenStats = builder.objectRef<LinkStats['broken']>('ContentReferencesBrokenStats').implement({
  description: 'Counts of broken references.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All broken references.' }),
    changeRequest: t.exposeInt('changeRequest', {
      nullable: true,
      description:
        'Links that a merge of the change request would break; null for content that is not of a change request.',
    }),
  }),
});

const ContentReferencesStats = builder.objectRef<LinkStats>('ContentReferencesStats').implement({
  description: 'Counts of references, independent of the filters.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All references of the space, the page or the change request.' }),
    broken: t.field({ type: BrokenStats, description: 'Broken ones.', resolve: ({ broken }) => broken }),
  }),
});

/** A connection of usages with a function that counts all usages. */
interface WithStats {
  stats(): Promise<LinkStats>;
}

builder.objectField(connectionTypeOf(ContentReferenceUsage as never), 'stats', (t) =>
  t.field({
    type: ContentReferencesStats,
    description: 'Counts of references, independent of the filters.',
    resolve: (connection) => (connection as unknown as WithStats).stats(),
  }),
);
