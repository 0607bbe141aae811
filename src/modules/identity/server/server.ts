import { isOperator } from '../../../access/viewer.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';

/** Guard of everything that only the operator sees. */
export const forOperator: Guard = (_object, { viewer }) => isOperator(viewer);

/** The server as its operator sees it. It has no fields of its own: all of them are lists and objects of the server. */
export interface ServerState {
  isServer: true;
}

/** The server: its organizations, users and jobs, without their content. */
export const Server = builder.objectRef<ServerState>('Server').implement({
  description: 'The organizations, users and jobs of this server, without their content; for its operator.',
  extensions: { guard: forOperator },
});
