import { can } from '../../access/policy.js';
import type { Context } from '../../api/graphql/execution/context.js';
import { partOfGuardedObject } from '../../api/graphql/schema/access.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../api/graphql/schema/enums.js';
import type { Detail } from '../../engine/openapi/diff/detail.js';
import type {
  ChangeKind,
  OperationChange,
  SchemaChange,
  SpecificationDiff,
} from '../../engine/openapi/diff/diff-documents.js';
import type { Row } from '../../platform/db/query/rows.js';
import { Page } from '../content/revisions/page.js';
import { readBlobs } from '../content/revisions/read-blobs.js';
import { findMentions, type Mention } from './find-mentions.js';
import { specificationsById, versionsById } from './loaders.js';
import { diffInThread } from './read-document.js';
import { OpenAPISpecVersion } from './specification-version.js';

type Version = Row<'OpenAPISpecVersion'>;

/** Two versions, and their differences. */
interface ComparedVersions {
  from: Version;
  to: Version;
  diff: SpecificationDiff;
}

const OpenAPIChangeKind = documentedEnum('OpenAPIChangeKind', 'Kind of a difference between two versions.', {
  added: 'Only the later version has it.',
  removed: 'Only the earlier version has it.',
  changed: 'Both versions have it, and it differs.',
} satisfies Record<ChangeKind, string>);

const OpenAPIOperationKind = documentedEnum('OpenAPIOperationKind', 'Direction of the call.', {
  operation: 'Clients call the API.',
  webhook: 'The API calls its clients.',
});

const OpenAPIChangeDetail = builder.objectRef<Detail>('OpenAPIChangeDetail').implement({
  description: 'One difference of an operation or a schema.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    at: t.exposeString('at', {
      description:
        'Position of the difference: `query limit`, `body application/json /name`, `response 200`, `security`. Inside a schema it is the path, such as `/owner/name`, `/[]` for the items of a list, `/(Dog)` for a variant. It is empty for the schema itself.',
    }),
    message: t.exposeString('message', { description: 'Former and present state, as a sentence.' }),
    isBreaking: t.exposeBoolean('isBreaking', { description: 'Whether clients may fail because of it.' }),
  }),
});

const OpenAPIOperationChange = builder.objectRef<OperationChange>('OpenAPIOperationChange').implement({
  description: 'An operation or webhook that differs between two versions.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    kind: t.expose('kind', { type: OpenAPIOperationKind, description: 'Direction of the call.' }),
    path: t.exposeString('path', { description: 'Path of an operation, name of a webhook.' }),
    method: t.exposeString('method', { description: 'Method, in lower case.' }),
    change: t.expose('change', { type: OpenAPIChangeKind, description: 'State.' }),
    isBreaking: t.exposeBoolean('isBreaking', {
      description:
        'Whether existing correct clients may fail: it was removed, accepts less in requests, or returns values that they do not know. Of webhooks and callbacks, clients receive the request.',
    }),
    details: t.field({
      type: [OpenAPIChangeDetail],
      description:
        'How it differs: at most some 200 differences; empty if it is added or removed. A schema that occurs several times within another one is reported at its first occurrence.',
      resolve: ({ details }) => details,
    }),
  }),
});

const OpenAPISchemaChange = builder.objectRef<SchemaChange>('OpenAPISchemaChange').implement({
  description: 'A named schema that differs between two versions.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    change: t.expose('change', { type: OpenAPIChangeKind, description: 'State.' }),
    isBreaking: t.exposeBoolean('isBreaking', {
      description: 'Whether it breaks clients of an operation that uses it in a request or response.',
    }),
    details: t.field({
      type: [OpenAPIChangeDetail],
      description: 'The differences, including those of the schemas within it, at most some 200.',
      resolve: ({ details }) => details,
    }),
  }),
});

const OpenAPIMention = builder.objectRef<Mention>('OpenAPIMention').implement({
  description: 'A page that shows an operation or a schema that differs.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    page: t.field({ type: Page, description: 'The page, at the head of its space.', resolve: ({ page }) => page }),
    operations: t.exposeStringList('operations', {
      description: 'Operation that it shows: `get /pets`, or the name of a webhook.',
    }),
    schemas: t.exposeStringList('schemas', { description: 'Names of the schemas that it shows.' }),
  }),
});

const breaking = { description: 'Only breaking changes, or only the others.' };

const OpenAPIDiff = builder.objectRef<ComparedVersions>('OpenAPIDiff').implement({
  description: 'Differences between two versions of OpenAPI specifications, from the view of API clients.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    from: t.field({ type: OpenAPISpecVersion, description: 'The earlier version.', resolve: ({ from }) => from }),
    to: t.field({ type: OpenAPISpecVersion, description: 'The later version.', resolve: ({ to }) => to }),
    isBreaking: t.boolean({
      description: 'Whether existing correct clients may fail.',
      resolve: ({ diff }) => [...diff.operations, ...diff.schemas].some(({ isBreaking }) => isBreaking),
    }),
    isComplete: t.boolean({
      description:
        'Whether the comparison is complete. False if references lead to other documents than before, or if it would take too much work: there may be more differences.',
      resolve: ({ diff }) => diff.isComplete,
    }),
    operations: t.field({
      type: [OpenAPIOperationChange],
      description: 'Operations and webhooks that differ.',
      args: { breaking: t.arg.boolean(breaking) },
      resolve: ({ diff }, args) => filterByBreaking(diff.operations, args.breaking),
    }),
    schemas: t.field({
      type: [OpenAPISchemaChange],
      description: 'Named schemas that differ, by name.',
      args: { breaking: t.arg.boolean(breaking) },
      resolve: ({ diff }, args) => filterByBreaking(diff.schemas, args.breaking),
    }),
    pages: t.field({
      type: [OpenAPIMention],
      description:
        'Pages that show an operation or schema that differs, at the heads of spaces that the caller sees. At most 200 pages that name the specification are searched.',
      resolve: async ({ from, diff }, _args, context) =>
        findMentions(context, await context.loaders.get(specificationsById, from.specId), diff),
    }),
  }),
});

builder.queryFields((t) => ({
  openapiDiff: t.field({
    type: OpenAPIDiff,
    nullable: true,
    description:
      'Differences between two versions of OpenAPI specifications; null if one of them does not exist, or the caller does not see it. Costs a point for each 4 KiB of both.',
    args: {
      from: t.arg.id({ required: true, description: 'Id of the earlier version.' }),
      to: t.arg.id({ required: true, description: 'Id of the later version.' }),
    },
    extensions: { policy: 'guard of OpenAPISpecVersion' },
    resolve: (_root, { from, to }, context) => compare(context, from, to),
  }),
}));

function filterByBreaking<Change extends { isBreaking: boolean }>(
  changes: Change[],
  breaking?: boolean | null,
): Change[] {
  return breaking == null ? changes : changes.filter(({ isBreaking }) => isBreaking === breaking);
}

async function compare(context: Context, ...ids: [string, string]): Promise<ComparedVersions | null> {
  const [from, to] = await Promise.all(ids.map((id) => context.loaders.load(versionsById, id)));
  if (!from || !to || ![from, to].every((version) => can(context.viewer, 'openapi.view', version))) return null;
  const [before, after] = await Promise.all([from, to].map((version) => readVersionBytes(context, version)));
  await context.pay(before!.length + after!.length);
  // The removal of an operation is not breaking after its sunset date, so the comparison needs the current date.
  const today = new Date().toISOString().slice(0, 10);
  const diff = await diffInThread([before!, after!], { today, tenant: from.organizationId });
  return { from, to, diff };
}

async function readVersionBytes({ read }: Context, { organizationId, blobHash }: Version): Promise<Uint8Array> {
  const bytes = (await readBlobs(read, organizationId, [blobHash])).get(blobHash);
  if (!bytes) throw new Error(`The blob ${blobHash} is missing from the store`);
  return bytes;
}
