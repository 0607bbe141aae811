import { type GraphQLNamedType, getNamedType, isInterfaceType, isLeafType, isObjectType } from 'graphql';
import { schema } from '../support/shared-schema.js';

/** Returns a selection of all payload fields of a mutation that need no argument, down to two levels of objects. */
export function payloadSelection(mutation: string): string {
  return selection(getNamedType(schema.getMutationType()!.getFields()[mutation]!.type), 2);
}

function selection(type: GraphQLNamedType, depth: number): string {
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  const usable = fields.filter(({ args }) => args.length === 0);
  const texts = usable.flatMap((field) => {
    const inner = getNamedType(field.type);
    if (isLeafType(inner)) return [field.name];
    return depth > 0 && !inner.name.endsWith('Connection') ? [`${field.name} ${selection(inner, depth - 1)}`] : [];
  });
  return `{ __typename ${texts.join(' ')} }`;
}
