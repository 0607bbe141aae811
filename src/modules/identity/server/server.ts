import { isOperator } from '../../../access/viewer.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';

/** Guard of objects that only the operator sees. */
export const forOperator: Guard = (_object, { viewer }) => isOperator(viewer);

/**
 * Source object of the type `Server`. It holds no data, because every field of the type reads its own lists and
 * objects.
 */
export interface ServerState {
  isServer: true;
}

/** The server: its organizations, users and jobs, without their content. */
export const Server = builder.objectRef<ServerState>('Server').implement({
  description: 'The organizations, users and jobs of this server, without their content; for its operator.',
  extensions: { guard: forOperator },
});
