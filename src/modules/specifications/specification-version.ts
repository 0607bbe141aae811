import { can } from '../../access/policy.js';
import type { Context } from '../../api/graphql/execution/context.js';
import { type Guard, partOfGuardedObject } from '../../api/graphql/schema/access.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { describe } from '../../api/graphql/schema/describe.js';
import { registerNode } from '../../api/graphql/schema/nodes.js';
import type { Row } from '../../platform/db/query/rows.js';
import { addressesType, locationAddress } from '../shared/addresses.js';
import { documentKey, documentSizes } from './document-sizes.js';
import { documentAddress, documentFileName } from './documents.js';
import { specificationsById, versionsById } from './loaders.js';
import { parsedContent } from './parsed-content.js';
import { OpenAPISpec, specificationPath } from './specification.js';

type Version = Row<'OpenAPISpecVersion'>;

/** A version with its specification. */
interface VersionWithSpecification {
  version: Version;
  specification: Row<'OpenAPISpec'>;
}

const OpenAPISpecVersionUrls = addressesType<VersionWithSpecification>('OpenAPISpecVersionUrls', {
  location: locationAddress(
    ({ version, specification }) => `${specificationPath(specification)}/versions/${version.id}`,
  ),
});

/** Allows access to a version if the viewer may see its specification. */
const seesVersion: Guard<Version> = (version, { viewer }) => can(viewer, 'openapi.view', version);

const OpenAPISpecContent = builder.objectRef<Version>('OpenAPISpecContent').implement({
  description: 'The document of a version of an OpenAPI specification.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    filesystem: t.field({
      type: 'JSONObject',
      description:
        'The parsed document, by its file name: `openapi.json` or `openapi.yaml`. Costs a point for each 4 KiB.',
      resolve: async (version, _args, context) => {
        await context.pay((await context.loaders.load(documentSizes, documentKey(version))) ?? 0);
        return { [documentFileName(version)]: await parsedContent(context.read, version) };
      },
    }),
    url: t.field({
      type: 'URL',
      description: 'Address that serves the document as it was given.',
      resolve: resolveUrl,
    }),
  }),
});

/** A version of a specification. */
export const OpenAPISpecVersion = builder.node(builder.objectRef<Version>('OpenAPISpecVersion'), {
  description: 'One state of the document of an OpenAPI specification; it never changes.',
  extensions: { guard: seesVersion, rest: { constants: { object: 'openapi-spec-version' } } },
  id: { resolve: ({ id }) => id, description: describe('OpenAPISpecVersion', 'id') },
  fields: (t) => ({
    title: t.exposeString('title', { description: describe('OpenAPISpecVersion', 'title') }),
    openapi: t.exposeString('openapi', { description: describe('OpenAPISpecVersion', 'openapi') }),
    format: t.exposeString('format', { description: describe('OpenAPISpecVersion', 'format') }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was read.' }),
    url: t.field({
      type: 'URL',
      description:
        'Address that serves the document as it was sent: for anyone while the specification is public, otherwise signed and valid for a day.',
      resolve: resolveUrl,
    }),
    content: t.field({ type: OpenAPISpecContent, description: 'The document.', resolve: (version) => version }),
    specification: t.field({
      type: OpenAPISpec,
      description: 'Its specification.',
      resolve: ({ specId }, _args, { loaders }) => loaders.get(specificationsById, specId),
    }),
    urls: t.field({
      type: OpenAPISpecVersionUrls,
      description: 'Addresses of the version.',
      resolve: async (version, _args, { loaders }) => ({
        version,
        specification: await loaders.get(specificationsById, version.specId),
      }),
    }),
  }),
});

async function resolveUrl(version: Version, _args: object, { loaders, urls }: Context): Promise<string> {
  return documentAddress(version, await loaders.get(specificationsById, version.specId), urls);
}

registerNode('OpenAPISpecVersion', ({ loaders }, id) => loaders.load(versionsById, id));
