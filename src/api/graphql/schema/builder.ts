import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { Json } from '../../../engine/base/types.js';
import type { Context } from '../execution/context.js';
import { typeNameOf } from './nodes.js';
import { relayTexts } from './relay-texts.js';

/** Types of the context, and of the scalars that several modules use. */
export interface SchemaTypes {
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: string; Output: string };
    SafeInt: { Input: number; Output: number };
    JSON: { Input: Json; Output: Json };
    JSONObject: { Input: { [key: string]: Json }; Output: { [key: string]: Json } };
    HexColorCode: { Input: string; Output: string };
    URL: { Input: string; Output: string };
    True: { Input: boolean; Output: boolean };
  };
}

/** The only schema builder. Fields are non-null by default. Ids are the keys of the rows and are not encoded. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [RelayPlugin],
  defaultFieldNullability: false,
  relay: {
    ...relayTexts,
    nodesOnConnection: { description: 'The items of the page.' },
    encodeGlobalID: (_type, id) => String(id),
    decodeGlobalID: (id) => ({ typename: '', id }),
    nodeTypeOptions: {
      description: 'An object that has an id. `node(id)` returns it.',
      resolveType: (value) => typeNameOf(value as { id: string }),
    },
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    cursorType: 'String',
  },
});

builder.queryType({
  description:
    'Reads. An object that the caller may not see does not exist: the field is null, or a list does not contain it.',
});
builder.mutationType({
  description: 'Changes. Each mutation is one transaction: it is done completely or not at all.',
});
builder.subscriptionType({ description: 'Events as they happen, over server-sent events.' });

/** Schema types of the builder, for use in type parameters. */
export type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** Builder of the fields of an object type, for functions that add the same fields to several types. */
export type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;

/** Builder of the fields of an input type. */
export type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;
