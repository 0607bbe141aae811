import { badInput } from '../../../platform/base/errors.js';
import { builder } from './builder.js';
import { findNode } from './nodes.js';

// Replaces the node queries of the Relay plugin. The plugin needs an object type for each id before it loads the
// object, and an id without a type fails the whole list. The prefixes of pages and invite links have several types.
// Here an unknown prefix returns null, and so does each id that fails. The plugin would also keep loaded objects cached
// after a mutation.

/** Maximum number of ids in a `nodes` query. */
const maxIds = 250;

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'Any object by its id; null if it does not exist or the caller may not see it.',
    args: { id: t.arg.id({ required: true, description: 'The id.' }) },
    extensions: { policy: 'guard of the type' },
    resolve: (_root, { id }, context) => findNode(context, id) as never,
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description: 'Objects by their ids, in the order of the ids; null for each that does not exist.',
    args: { ids: t.arg.idList({ required: true, description: 'The ids, at most 250.' }) },
    extensions: { policy: 'guard of the type' },
    resolve: (_root, { ids }, context) => {
      if (ids.length > maxIds) throw badInput('ids', `\`ids\` must have at most ${maxIds} ids (got ${ids.length})`);
      return ids.map((id) => findNode(context, id)) as never;
    },
  }),
}));
