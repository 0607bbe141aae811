import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import { connectionTypeOf } from '../../graphql/connections.js';
import { documentedEnum } from '../../graphql/enums.js';
import { ContentLocation } from './location.js';
import { askingOf, placesOf, targetOf, type Usage } from './usage-locations.js';

/** States of a reference (`ContentReferenceStatus`). */
export const ContentReferenceStatus = documentedEnum('ContentReferenceStatus', 'State of a reference.', {
  ok: 'Nothing is wrong with it.',
  broken: 'What it points at is not in the revision, or, elsewhere, not there for the caller.',
  'in-app': 'It points at an address of the application itself.',
});

const ContentReferenceRelation = documentedEnum('ContentReferenceRelation', 'What a reference is for.', {
  reference: 'The page points at it.',
  dependsOn: 'The page is made with it.',
});

/** All that one page asks of one target (`ContentReferenceUsage`). */
export const ContentReferenceUsage = builder.objectRef<Usage>('ContentReferenceUsage').implement({
  description: 'All that one page asks of one target, wherever on the page.',
  extensions: { guard: embedded },
  fields: (t) => ({
    status: t.expose('status', { type: ContentReferenceStatus, description: 'State of the reference.' }),
    relation: t.field({
      type: ContentReferenceRelation,
      description: 'What it is for.',
      resolve: (usage) => askingOf(usage).relation as never,
    }),
    targetReference: t.field({
      type: ContentLocation,
      nullable: true,
      description: 'Where it leads; the address as written where that is nothing the caller may see.',
      resolve: (usage, _args, context) => targetOf(context, usage),
    }),
    locationReferences: t.field({
      type: [ContentLocation],
      description: 'Where it stands on its page: once below each heading.',
      resolve: (usage, _args, context) => placesOf(context, usage),
    }),
  }),
});

/** Numbers of references (`ContentReferencesStats`). */
export interface LinkStats {
  total: number;
  broken: { total: number; changeRequest: number | null };
}

const BrokenStats = builder.objectRef<LinkStats['broken']>('ContentReferencesBrokenStats').implement({
  description: 'Numbers of broken references.',
  extensions: { guard: embedded },
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All that are broken.' }),
    changeRequest: t.exposeInt('changeRequest', {
      nullable: true,
      description: 'Those that a merge of the change request would break; null outside of one.',
    }),
  }),
});

const ContentReferencesStats = builder.objectRef<LinkStats>('ContentReferencesStats').implement({
  description: 'Numbers of references, whatever the list is narrowed to.',
  extensions: { guard: embedded },
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of the space, the page or the change request.' }),
    broken: t.field({ type: BrokenStats, description: 'Those that are broken.', resolve: ({ broken }) => broken }),
  }),
});

/** A connection of usages knows their numbers; counted where they are asked for. */
export interface WithStats {
  stats(): Promise<LinkStats>;
}

builder.objectField(connectionTypeOf(ContentReferenceUsage as never), 'stats', (t) =>
  t.field({
    type: ContentReferencesStats,
    description: 'Numbers of references, whatever the list is narrowed to.',
    resolve: (connection) => (connection as unknown as WithStats).stats(),
  }),
);
