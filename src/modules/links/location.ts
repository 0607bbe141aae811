import type { Context } from '../../api/graphql/execution/context.js';
import { partOfGuardedObject } from '../../api/graphql/schema/access.js';
import { builder, type Fields } from '../../api/graphql/schema/builder.js';
import type { Row } from '../../platform/db/query/rows.js';
import { Collection } from '../content/collections/collection.js';
import { type FileView, type PageView, pageById, readContentView } from '../content/revisions/content-view.js';
import { File } from '../content/revisions/file.js';
import { Page } from '../content/revisions/page.js';
import { ReusableContent, Revision } from '../content/revisions/revision.js';
import { getRevision } from '../content/revisions/revision-cache.js';
import { spacesById } from '../content/spaces/loaders.js';
import { Space } from '../content/spaces/space.js';
import { organizationsById } from '../identity/organizations/loaders.js';
import { Organization } from '../identity/organizations/organization.js';
import { User } from '../identity/users/user.js';
import { ChangeRequest } from '../review/change-requests/change-request.js';
import { OpenAPISpec } from '../specifications/specification.js';

/**
 * Revision of a location that is not at the head of its space. `changeRequest` is null for a revision of the space
 * itself.
 */
export interface Version {
  revision: Row<'Revision'>;
  changeRequest: Row<'ChangeRequest'> | null;
}

/** Members of a location in a space. */
interface InSpace {
  organizationId: string;
  spaceId: string;
  /** Version of the content; absent or null at the head of the space. */
  version?: Version | null;
}

/** A page that a reference targets, or that contains a reference. */
export interface PageLocation extends InSpace {
  kind: 'page';
  pageId: string;
  /** The page, if it is already loaded; otherwise `revisionId` is set. */
  page?: PageView;
  revisionId?: string;
  /** Anchor of a heading of the page. */
  anchor?: string | null;
}

/** Target of a reference, or position of a reference on a page (GraphQL type `ContentLocation`). */
export type Location =
  | PageLocation
  | ({ kind: 'file'; file: FileView } & InSpace)
  | ({ kind: 'reusable-content'; content: { id: string; title: string } } & InSpace)
  | { kind: 'url'; url: string }
  | { kind: 'space'; space: Row<'Space'> }
  | { kind: 'collection'; collection: Row<'Collection'> }
  | { kind: 'user'; user: Row<'User'> }
  | { kind: 'openapi'; specification: Row<'OpenAPISpec'> };

type LocationOfKind<Kind extends Location['kind']> = Extract<Location, { kind: Kind }>;

/** Declares the GraphQL type of one kind of location. Its fields must not read objects that the viewer may not see. */
function locationType<Kind extends Location['kind']>(
  kind: Kind,
  {
    name,
    description,
    fields,
  }: { name: string; description: string; fields: (t: Fields<LocationOfKind<Kind>>) => object },
) {
  return builder.objectRef<LocationOfKind<Kind>>(name).implement({
    description,
    extensions: { guard: partOfGuardedObject, rest: { constants: { kind } } },
    fields: fields as never,
  });
}

const ContentLocationRevisionContext = builder.objectRef<Version>('ContentLocationRevisionContext').implement({
  description: 'Says that the content is that of a revision.',
  extensions: { guard: partOfGuardedObject, rest: { constants: { type: 'revision' } } },
  fields: (t) => ({
    revision: t.field({ type: Revision, description: 'The revision.', resolve: ({ revision }) => revision }),
  }),
});

const ContentLocationChangeRequestContext = builder
  .objectRef<Version>('ContentLocationChangeRequestContext')
  .implement({
    description: 'Says that the content is that of a change request.',
    extensions: { guard: partOfGuardedObject, rest: { constants: { type: 'changeRequest' } } },
    fields: (t) => ({
      changeRequest: t.field({
        type: ChangeRequest,
        description: 'The change request.',
        resolve: ({ changeRequest }) => changeRequest!,
      }),
    }),
  });

const ContentLocationVersionContext = builder.unionType('ContentLocationVersionContext', {
  description: 'The version of the content, if it is not the head of its space.',
  types: [ContentLocationRevisionContext, ContentLocationChangeRequestContext],
  extensions: { guard: partOfGuardedObject },
  resolveType: ({ changeRequest }: Version) =>
    changeRequest ? 'ContentLocationChangeRequestContext' : 'ContentLocationRevisionContext',
});

const ContentLocationPageAnchor = builder.objectRef<{ anchor: string }>('ContentLocationPageAnchor').implement({
  description: 'A heading of a page.',
  extensions: { guard: partOfGuardedObject, rest: { constants: { type: 'anchor' } } },
  fields: (t) => ({ anchor: t.exposeString('anchor', { description: 'Anchor of the heading, as it follows `#`.' }) }),
});

/** Returns the fields of locations in a space: organization, space and version. */
function inSpaceFields<Parent extends InSpace>(t: Fields<Parent>) {
  return {
    organization: t.field({
      type: Organization,
      description: 'The organization that owns the space.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
    space: t.field({
      type: Space,
      description: 'Its space.',
      resolve: ({ spaceId }, _args, { loaders }) => loaders.get(spacesById, spaceId),
    }),
    versionContext: t.field({
      type: ContentLocationVersionContext,
      nullable: true,
      description: 'Its version; null for the head of the space.',
      resolve: ({ version }) => version,
    }),
  };
}

const ContentLocationPage = locationType('page', {
  name: 'ContentLocationPage',
  description: 'A page.',
  fields: (t) => ({
    ...inSpaceFields(t),
    page: t.field({
      type: Page,
      description: 'The page.',
      resolve: (location, _args, context) => pageAt(location, context),
    }),
    internalLocation: t.field({
      type: ContentLocationPageAnchor,
      nullable: true,
      description: 'The heading that the reference targets, or the one above the reference.',
      resolve: ({ anchor }) => (anchor ? { anchor } : null),
    }),
  }),
});

const ContentLocationFile = locationType('file', {
  name: 'ContentLocationFile',
  description: 'A file.',
  fields: (t) => ({
    ...inSpaceFields(t),
    file: t.field({ type: File, description: 'The file.', resolve: ({ file }) => file }),
  }),
});

const ContentLocationReusableContent = locationType('reusable-content', {
  name: 'ContentLocationReusableContent',
  description: 'A reusable content: a text that several pages show.',
  fields: (t) => ({
    ...inSpaceFields(t),
    reusableContent: t.field({ type: ReusableContent, description: 'The text.', resolve: ({ content }) => content }),
  }),
});

const ContentLocationURL = locationType('url', {
  name: 'ContentLocationURL',
  description: 'An address: external, or the original text if the link is broken.',
  fields: (t) => ({ url: t.exposeString('url', { description: 'The address.' }) }),
});

const ContentLocationSpace = locationType('space', {
  name: 'ContentLocationSpace',
  description: 'A space.',
  fields: (t) => ({
    organization: t.field({
      type: Organization,
      description: 'The organization that owns the space.',
      resolve: ({ space }, _args, { loaders }) => loaders.get(organizationsById, space.organizationId),
    }),
    space: t.field({ type: Space, description: 'The space.', resolve: ({ space }) => space }),
  }),
});

const ContentLocationCollection = locationType('collection', {
  name: 'ContentLocationCollection',
  description: 'A collection.',
  fields: (t) => ({
    organization: t.field({
      type: Organization,
      description: 'The organization that owns the collection.',
      resolve: ({ collection }, _args, { loaders }) => loaders.get(organizationsById, collection.organizationId),
    }),
    collection: t.field({ type: Collection, description: 'The collection.', resolve: ({ collection }) => collection }),
  }),
});

const ContentLocationUser = locationType('user', {
  name: 'ContentLocationUser',
  description: 'A person.',
  fields: (t) => ({ user: t.field({ type: User, description: 'The person.', resolve: ({ user }) => user }) }),
});

const ContentLocationOpenAPI = locationType('openapi', {
  name: 'ContentLocationOpenAPI',
  description: 'An OpenAPI specification.',
  fields: (t) => ({
    organization: t.field({
      type: Organization,
      description: 'The organization that registered it.',
      resolve: ({ specification }, _args, { loaders }) => loaders.get(organizationsById, specification.organizationId),
    }),
    openAPISpec: t.field({
      type: OpenAPISpec,
      description: 'The specification.',
      resolve: ({ specification }) => specification,
    }),
  }),
});

const typeNames: Record<Location['kind'], string> = {
  page: 'ContentLocationPage',
  file: 'ContentLocationFile',
  'reusable-content': 'ContentLocationReusableContent',
  url: 'ContentLocationURL',
  space: 'ContentLocationSpace',
  collection: 'ContentLocationCollection',
  user: 'ContentLocationUser',
  openapi: 'ContentLocationOpenAPI',
};

/** Target or position of a reference. */
export const ContentLocation = builder.unionType('ContentLocation', {
  description: 'Target or position of a reference.',
  types: [
    ContentLocationFile,
    ContentLocationURL,
    ContentLocationPage,
    ContentLocationUser,
    ContentLocationCollection,
    ContentLocationSpace,
    ContentLocationReusableContent,
    ContentLocationOpenAPI,
  ],
  // Each object in a location passes the guard of its own type.
  extensions: { guard: partOfGuardedObject },
  resolveType: (location) => typeNames[(location as Location).kind],
});

async function pageAt(
  { organizationId, page, pageId, revisionId: id }: PageLocation,
  context: Context,
): Promise<PageView> {
  return (
    page ??
    pageById(await readContentView(context, await getRevision(context.loaders, { organizationId, id: id! })), pageId)!
  );
}
