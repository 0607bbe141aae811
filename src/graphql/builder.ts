import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { Json } from '../content/types.js';
import type { TextScalarName } from '../text-rules.js';
import type { Context } from './context.js';
import type { JsonScalarName } from './json-scalars.js';
import { typeNameOf } from './nodes.js';
import { relayTexts } from './relay-texts.js';

/** What the schema builder knows of scalars and context; types are defined in `domains/`, never here. */
export interface SchemaTypes {
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: string; Output: string };
    SafeInt: { Input: number; Output: number };
    JSONObject: { Input: { [key: string]: Json }; Output: { [key: string]: Json } };
    ContentRef: { Input: { kind: string; [key: string]: Json }; Output: Json };
    Variables: { Input: { [key: string]: Json }; Output: Json };
  } & { [Name in TextScalarName]: { Input: string; Output: string } } & {
    [Name in Exclude<JsonScalarName, 'ContentRef' | 'Variables'>]: { Input: Json; Output: Json };
  };
}

/** The one schema builder. Fields are non-null unless they say otherwise; ids are the row's keys as they are. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [RelayPlugin],
  defaultFieldNullability: false,
  relay: {
    ...relayTexts,
    nodesOnConnection: { description: 'The items of the page.' },
    encodeGlobalID: (_type, id) => String(id),
    decodeGlobalID: (id) => ({ typename: '', id }),
    nodeTypeOptions: {
      description: 'Anything that has an id. `node(id)` finds it again.',
      resolveType: (value) => typeNameOf(value as { id: string }),
    },
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    cursorType: 'String',
  },
});

builder.queryType({ description: 'Reads. What the caller may not see does not exist: null, or absent from a list.' });
builder.mutationType({ description: 'Changes. Each is one transaction: done whole or not at all.' });

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** Builds the fields of an object type; for field lists that several types share. */
export type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;

/** Builds the fields of an input type. */
export type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;
