import { mutation } from '../../../api/graphql/schema/mutation.js';
import { revokeSession } from './session-actions.js';

mutation('revokeSession', {
  description:
    'Ends a session; its next request is refused. People end their own sessions, which requires a token without scopes or a session, and admins those of their organization.',
  policy: ['viewer.manageTokens', 'member.update'],
  takes: 'The session to end.',
  input: (t) => ({ session: t.id({ required: true, description: 'Its id.' }) }),
  action: async ({ session: id }, context) => {
    await revokeSession(context, id);
    return { id };
  },
  payload: {
    description: 'The ended session.',
    outputFields: (t) => ({ deletedId: t.exposeID('id', { description: 'Id of the ended session.' }) }),
  },
});
