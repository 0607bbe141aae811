import { membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { type Content, requestBodyOf, responsesOf } from '../reading/bodies.js';
import { textAt } from '../reading/json-path.js';
import { type FoundOperation, findOperation } from '../reading/operations.js';
import { type Parameter, parametersOf } from '../reading/parameters.js';
import { openDocument } from '../reading/reader.js';
import { schemeText, securityOf } from '../reading/security.js';
import { basePathOf, serversOf } from '../reading/servers.js';
import { mergeSchemas } from '../reading/shape.js';
import { constraintTexts } from './constraint-texts.js';
import { memberView, schemaView } from './members.js';
import { typeText } from './type-text.js';
import { buildItems, buildText, createViewBuilder, descriptionMember, type ViewBuilder } from './view-builder.js';
import type { BodyView, OperationView, ParameterView, ResponseView } from './views.js';

/** Returns the view of an operation; null if it is not in the document. */
export function operationView(
  document: Json,
  { method, path }: { method: string; path: string },
): OperationView | null {
  const reader = openDocument(document);
  const found = findOperation(reader, { kind: 'operation', method, path });
  return found && buildOperationView(createViewBuilder(reader), found);
}

/** Returns the view of a webhook; null if it is not in the document. */
export function webhookView(document: Json, { method, name }: { method: string; name: string }): OperationView | null {
  const reader = openDocument(document);
  const found = findOperation(reader, { kind: 'webhook', method, path: name });
  return found && buildOperationView(createViewBuilder(reader), found);
}

function buildOperationView(viewBuilder: ViewBuilder, found: FoundOperation): OperationView {
  const { reader } = viewBuilder;
  const { kind, method, path, operation } = found;
  const servers =
    kind === 'operation'
      ? buildItems(viewBuilder, serversOf(reader, found), (url) => buildText(viewBuilder, url, 500))
      : [];
  const title = textAt(operation, 'summary') ?? textAt(operation, 'operationId') ?? '';
  const view = {
    kind,
    method: method.toUpperCase(),
    path: buildText(viewBuilder, (kind === 'operation' ? basePathOf(servers[0]) : '') + path, 2000),
    title: buildText(viewBuilder, title.replace(/\s+/g, ' ').trim(), 300),
    ...descriptionMember(viewBuilder, textAt(operation, 'description')),
    isDeprecated: membersOrEmpty(operation.value).deprecated === true,
    servers,
    security: securityTexts(viewBuilder, found),
    parameters: buildItems(viewBuilder, parametersOf(reader, found), (parameter) =>
      parameterView(viewBuilder, parameter),
    ),
    request: requestView(viewBuilder, found),
    responses: responseViews(viewBuilder, found),
  };
  return { ...view, isCut: viewBuilder.left <= 0 };
}

function securityTexts(viewBuilder: ViewBuilder, found: FoundOperation): string[] {
  const { reader } = viewBuilder;
  return buildItems(viewBuilder, securityOf(reader, found), (way) => {
    const schemes = [...way].slice(0, 10).map(([name, scopes]) => {
      const text = schemeText(reader, name);
      return scopes.length > 0 ? `${text} (${scopes.slice(0, 20).join(', ')})` : text;
    });
    return buildText(viewBuilder, schemes.join(' and ') || 'none', 500);
  });
}

function parameterView(viewBuilder: ViewBuilder, parameter: Parameter): ParameterView {
  const { reader } = viewBuilder;
  const { name, in: place, isRequired, isDeprecated, description, schema } = parameter;
  const facts = constraintTexts(mergeSchemas(reader, [schema]), (items) => mergeSchemas(reader, items));
  return {
    in: buildText(viewBuilder, place, 20),
    name: buildText(viewBuilder, name, 200),
    isRequired,
    isDeprecated,
    type: buildText(viewBuilder, typeText(reader, [schema])),
    ...descriptionMember(viewBuilder, description ?? textAt(schema, 'description')),
    facts: facts.map((fact) => buildText(viewBuilder, fact)),
  };
}

function requestView(viewBuilder: ViewBuilder, found: FoundOperation): OperationView['request'] {
  const body = requestBodyOf(viewBuilder.reader, found);
  if (!body) return null;
  const { isRequired, description, content } = body;
  return { isRequired, ...descriptionMember(viewBuilder, description), bodies: bodyViews(viewBuilder, content) };
}

function responseViews(viewBuilder: ViewBuilder, found: FoundOperation): ResponseView[] {
  return buildItems(
    viewBuilder,
    responsesOf(viewBuilder.reader, found),
    ({ status, description, headers, content }) => ({
      status: buildText(viewBuilder, status, 20),
      ...descriptionMember(viewBuilder, description),
      headers: buildItems(viewBuilder, headers, ({ name, schema }) => memberView(viewBuilder, name, schema)),
      bodies: bodyViews(viewBuilder, content),
    }),
  );
}

/** Returns the views of a body. Media types with the same schema are shown together. */
function bodyViews(viewBuilder: ViewBuilder, content: Content): BodyView[] {
  const bySchema = new Map<Json, string[]>();
  for (const [type, { value }] of content) bySchema.set(value, [...(bySchema.get(value) ?? []), type]);
  const uniqueSchemas = new Set<Json>();
  const first = [...content.values()].filter(({ value }) => !uniqueSchemas.has(value) && uniqueSchemas.add(value));
  return buildItems(viewBuilder, first, (schema) => ({
    mediaType: buildText(viewBuilder, bySchema.get(schema.value)!.slice(0, 20).join(', '), 500),
    schema: schemaView(viewBuilder, [schema]),
  }));
}
