import {
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  isInterfaceType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import type { Context } from '../execution/context.js';
import { typeNameOf } from './nodes.js';

// Makes docgraph a subgraph of an Apollo federation. Source:
// https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/subgraph-spec

/** Reference to an object, as a federation gateway sends it: type and id. */
interface Representation {
  __typename: string;
  id: string;
}

const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])';

/** Returns the schema as a subgraph, with `_service` and `_entities`. Every type that has an id is an entity. */
export function toSubgraph(schema: GraphQLSchema): GraphQLSchema {
  const { types, ...config } = schema.toConfig();
  const query = schema.getQueryType()!.toConfig();
  const { nodes } = schema.getQueryType()!.getFields();
  const entities = entityTypes(schema);
  const entity = new GraphQLUnionType({
    name: '_Entity',
    types: entities,
    resolveType: (value) => typeNameOf(value as { id: string }),
  });
  const any = new GraphQLScalarType({ name: '_Any' });
  const service = new GraphQLObjectType({ name: '_Service', fields: { sdl: { type: GraphQLString } } });
  const sdl = printSubgraph(schema);
  const fields = {
    ...query.fields,
    _service: { type: new GraphQLNonNull(service), resolve: () => ({ sdl }) },
    _entities: {
      type: new GraphQLNonNull(new GraphQLList(entity)),
      args: { representations: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(any))) } },
      // Finds objects as the query `nodes` does: with the same guards, limit and cost.
      resolve: async (...[root, { representations }, ...rest]: Resolving) => {
        const ids = representations.map(({ id }) => String(id));
        const found = (await nodes!.resolve!(root, { ids }, ...rest)) as ({ id: string } | null)[];
        return found.map((one, index) => (one && isOf(representations[index]!, one) ? one : null));
      },
    },
  };
  const root = new GraphQLObjectType({ ...query, fields: fields as never });
  return new GraphQLSchema({ ...config, query: root, types: types.filter((type) => type.name !== query.name) });
}

type Resolving = [unknown, { representations: Representation[] }, Context, never];

/** Reports whether an object has the type that the gateway names. If not, the gateway gets null. */
function isOf({ __typename }: Representation, value: { id: string }): boolean {
  return typeNameOf(value) === __typename;
}

function entityTypes(schema: GraphQLSchema): readonly GraphQLObjectType[] {
  const node = schema.getType('Node');
  return isInterfaceType(node) ? schema.getPossibleTypes(node) : [];
}

/** Prints the schema in the SDL of subgraphs, with the keys of its entities. */
export function printSubgraph(schema: GraphQLSchema): string {
  const names = new Set(entityTypes(schema).map(({ name }) => name));
  const text = printSchema(lexicographicSortSchema(schema))
    .replace(/^type (\w+) implements ([^{]*)\{/gm, (line, name: string, interfaces: string) =>
      names.has(name) ? `type ${name} implements ${interfaces}@key(fields: "id") {` : line,
    )
    .replace(/^type PageInfo \{/m, 'type PageInfo @shareable {');
  return `${link}\n\n${text}\n`;
}
