import { membersOrEmpty } from '../../base/members.js';
import { type LocatedValue, textAt } from '../reading/json-path.js';
import { resolve } from '../reading/reader.js';
import { type MergedSchema, mergeSchemas } from '../reading/shape.js';
import { constraintTexts } from './facts.js';
import { typeText, variantLabel } from './type-text.js';
import { buildItems, buildText, descriptionMember, type ViewBuilder } from './view-builder.js';
import type { MemberView, SchemaView } from './views.js';

/** Maximum nesting depth of members to show. */
const maxDepth = 5;

/** Enclosing schemas, the outermost first. If a schema is nested in itself, only its name is shown. */
type EnclosingSchemas = readonly unknown[];

/** Returns the view of schemas that apply together. */
export function schemaView(
  showing: ViewBuilder,
  schemas: readonly LocatedValue[],
  enclosing: EnclosingSchemas = [],
): SchemaView {
  const { reader } = showing;
  const shape = mergeSchemas(reader, schemas);
  const facts = constraintTexts(shape, (items) => mergeSchemas(reader, items)).map((fact) => buildText(showing, fact));
  const own = shape.parts[0]?.value;
  const isCircle = typeof own === 'object' && enclosing.includes(own);
  const isShown = !isCircle && enclosing.length < maxDepth;
  return {
    type: buildText(showing, typeText(reader, schemas)),
    ...descriptionMember(showing, descriptionOf(showing, schemas)),
    facts: isCircle ? [...facts, 'As above'] : facts,
    members: isShown ? membersIn(showing, shape, [...enclosing, own]) : [],
  };
}

/** Returns the view of a header or of another part that has a name. */
export function memberView(showing: ViewBuilder, name: string, schema: LocatedValue): MemberView {
  return member(showing, { name, kind: 'property', isRequired: false, schemas: [schema] }, []);
}

function membersIn(showing: ViewBuilder, shape: MergedSchema, enclosing: EnclosingSchemas): MemberView[] {
  const { properties, required, additional, variants, items } = shape;
  const named = buildItems(showing, properties, ([name, schemas]) =>
    member(showing, { name, kind: 'property', isRequired: required.has(name), schemas }, enclosing),
  );
  const rest = Array.isArray(additional) ? [additional] : [];
  const additionalMembers = buildItems(showing, rest, (schemas) =>
    member(showing, { name: '*', kind: 'property', isRequired: false, schemas }, enclosing),
  );
  const either = buildItems(showing, variants ?? [], (schema) => {
    const name = variantLabel(showing.reader, schema);
    return member(showing, { name, kind: 'variant', isRequired: false, schemas: [schema] }, enclosing);
  });
  // For a list, the members of its items are shown.
  const inner = items ? schemaView(showing, items, enclosing).members : [];
  return [...named, ...additionalMembers, ...either, ...inner];
}

interface Member {
  name: string;
  kind: MemberView['kind'];
  isRequired: boolean;
  schemas: readonly LocatedValue[];
}

function member(
  showing: ViewBuilder,
  { name, kind, isRequired, schemas }: Member,
  enclosing: EnclosingSchemas,
): MemberView {
  const isDeprecated = schemas.some((schema) =>
    [schema, resolve(showing.reader, schema)].some(({ value }) => membersOrEmpty(value).deprecated === true),
  );
  return {
    name: buildText(showing, name, 200),
    kind,
    isRequired,
    isDeprecated,
    ...schemaView(showing, schemas, enclosing),
  };
}

/**
 * Returns the description of schemas. The description next to a reference takes precedence over that of the reference's
 * target.
 */
function descriptionOf({ reader }: ViewBuilder, schemas: readonly LocatedValue[]): string | undefined {
  for (const schema of schemas) {
    const text = textAt(schema, 'description') ?? textAt(resolve(reader, schema), 'description');
    if (text !== undefined) return text;
  }
  return undefined;
}
