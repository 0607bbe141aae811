import { membersOrEmpty } from '../../base/members.js';
import { type LocatedValue, textAt } from '../reading/json-path.js';
import { resolve } from '../reading/reader.js';
import { type MergedSchema, mergeSchemas } from '../reading/shape.js';
import { constraintTexts } from './constraint-texts.js';
import { typeText, variantLabel } from './type-text.js';
import { buildItems, buildText, descriptionMember, type ViewBuilder } from './view-builder.js';
import type { MemberView, SchemaView } from './views.js';

/** Maximum nesting depth of members to show. */
const maxDepth = 5;

/** Enclosing schemas, the outermost first. If a schema is nested in itself, only its name is shown. */
type EnclosingSchemas = readonly unknown[];

/** Returns the view of schemas that apply together. */
export function schemaView(
  viewBuilder: ViewBuilder,
  schemas: readonly LocatedValue[],
  enclosing: EnclosingSchemas = [],
): SchemaView {
  const { reader } = viewBuilder;
  const shape = mergeSchemas(reader, schemas);
  const facts = constraintTexts(shape, (items) => mergeSchemas(reader, items)).map((fact) =>
    buildText(viewBuilder, fact),
  );
  const own = shape.parts[0]?.value;
  const isCircle = typeof own === 'object' && enclosing.includes(own);
  const isShown = !isCircle && enclosing.length < maxDepth;
  return {
    type: buildText(viewBuilder, typeText(reader, schemas)),
    ...descriptionMember(viewBuilder, descriptionOf(viewBuilder, schemas)),
    facts: isCircle ? [...facts, 'As above'] : facts,
    members: isShown ? membersIn(viewBuilder, shape, [...enclosing, own]) : [],
  };
}

/** Returns the view of a header or of another part that has a name. */
export function memberView(viewBuilder: ViewBuilder, name: string, schema: LocatedValue): MemberView {
  return member(viewBuilder, { name, kind: 'property', isRequired: false, schemas: [schema] }, []);
}

function membersIn(viewBuilder: ViewBuilder, shape: MergedSchema, enclosing: EnclosingSchemas): MemberView[] {
  const { properties, required, additional, variants, items } = shape;
  const named = buildItems(viewBuilder, properties, ([name, schemas]) =>
    member(viewBuilder, { name, kind: 'property', isRequired: required.has(name), schemas }, enclosing),
  );
  const rest = Array.isArray(additional) ? [additional] : [];
  const additionalMembers = buildItems(viewBuilder, rest, (schemas) =>
    member(viewBuilder, { name: '*', kind: 'property', isRequired: false, schemas }, enclosing),
  );
  const either = buildItems(viewBuilder, variants ?? [], (schema) => {
    const name = variantLabel(viewBuilder.reader, schema);
    return member(viewBuilder, { name, kind: 'variant', isRequired: false, schemas: [schema] }, enclosing);
  });
  // For a list, the members of its items are shown.
  const inner = items ? schemaView(viewBuilder, items, enclosing).members : [];
  return [...named, ...additionalMembers, ...either, ...inner];
}

interface Member {
  name: string;
  kind: MemberView['kind'];
  isRequired: boolean;
  schemas: readonly LocatedValue[];
}

function member(
  viewBuilder: ViewBuilder,
  { name, kind, isRequired, schemas }: Member,
  enclosing: EnclosingSchemas,
): MemberView {
  const isDeprecated = schemas.some((schema) =>
    [schema, resolve(viewBuilder.reader, schema)].some(({ value }) => membersOrEmpty(value).deprecated === true),
  );
  return {
    name: buildText(viewBuilder, name, 200),
    kind,
    isRequired,
    isDeprecated,
    ...schemaView(viewBuilder, schemas, enclosing),
  };
}

/**
 * Returns the description of schemas. The description next to a reference takes precedence over the description of the
 * reference's target.
 */
function descriptionOf({ reader }: ViewBuilder, schemas: readonly LocatedValue[]): string | undefined {
  for (const schema of schemas) {
    const text = textAt(schema, 'description') ?? textAt(resolve(reader, schema), 'description');
    if (text !== undefined) return text;
  }
  return undefined;
}
