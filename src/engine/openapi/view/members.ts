import { membersOf } from '../../base/members.js';
import { type Located, textAt } from '../reading/place.js';
import { followed } from '../reading/reader.js';
import { type Shape, shapeOf } from '../reading/shape.js';
import { factsOf } from './facts.js';
import { describedBy, type Showing, shownOf, shownText } from './showing.js';
import { labelOf, typeText } from './type-text.js';
import type { MemberView, SchemaView } from './views.js';

/** Most levels of members to show. */
const maxDepth = 5;

/** Enclosing schemas, the outermost first. A schema within itself is named, and not shown again. */
type Around = readonly unknown[];

/** Returns the view of schemas that apply together. */
export function schemaView(showing: Showing, schemas: readonly Located[], around: Around = []): SchemaView {
  const { reader } = showing;
  const shape = shapeOf(reader, schemas);
  const facts = factsOf(shape, (items) => shapeOf(reader, items)).map((fact) => shownText(showing, fact));
  const own = shape.parts[0]?.value;
  const isCircle = typeof own === 'object' && around.includes(own);
  const isShown = !isCircle && around.length < maxDepth;
  return {
    type: shownText(showing, typeText(reader, schemas)),
    ...describedBy(showing, descriptionOf(showing, schemas)),
    facts: isCircle ? [...facts, 'As above'] : facts,
    members: isShown ? membersIn(showing, shape, [...around, own]) : [],
  };
}

/** Returns the view of a header, or of another named part. */
export function memberView(showing: Showing, name: string, schema: Located): MemberView {
  return member(showing, { name, kind: 'property', isRequired: false, schemas: [schema] }, []);
}

function membersIn(showing: Showing, shape: Shape, around: Around): MemberView[] {
  const { properties, required, additional, variants, items } = shape;
  const named = shownOf(showing, properties, ([name, schemas]) =>
    member(showing, { name, kind: 'property', isRequired: required.has(name), schemas }, around),
  );
  const rest = Array.isArray(additional) ? [additional] : [];
  const others = shownOf(showing, rest, (schemas) =>
    member(showing, { name: '*', kind: 'property', isRequired: false, schemas }, around),
  );
  const either = shownOf(showing, variants ?? [], (schema) => {
    const name = labelOf(showing.reader, schema);
    return member(showing, { name, kind: 'variant', isRequired: false, schemas: [schema] }, around);
  });
  // The members of the items of a list are shown as those of the list.
  const inner = items ? schemaView(showing, items, around).members : [];
  return [...named, ...others, ...either, ...inner];
}

interface Member {
  name: string;
  kind: MemberView['kind'];
  isRequired: boolean;
  schemas: readonly Located[];
}

function member(showing: Showing, { name, kind, isRequired, schemas }: Member, around: Around): MemberView {
  const isDeprecated = schemas.some((schema) =>
    [schema, followed(showing.reader, schema)].some(({ value }) => membersOf(value).deprecated === true),
  );
  return {
    name: shownText(showing, name, 200),
    kind,
    isRequired,
    isDeprecated,
    ...schemaView(showing, schemas, around),
  };
}

/** A description next to a reference takes precedence over that of its target. */
function descriptionOf({ reader }: Showing, schemas: readonly Located[]): string | undefined {
  for (const schema of schemas) {
    const text = textAt(schema, 'description') ?? textAt(followed(reader, schema), 'description');
    if (text !== undefined) return text;
  }
  return undefined;
}
