import { jsonScalar } from '../../api/graphql/schema/declare-scalars.js';
import type { PreparedItem } from '../../platform/workers/prepared-items.js';
import { conversationSchema } from './conversation-schema.js';
import type { ConversationInput as GivenConversation } from './ready-conversation.js';

/**
 * A conversation as clients send it. It is a scalar, because GraphQL coerces an input type without yielding to the
 * event loop. A call may have 1,000 conversations with 1,000 parts each. Large bodies are prepared in a worker thread.
 */
export const ConversationInput = jsonScalar<GivenConversation | PreparedItem, never>(
  'ConversationInput',
  conversationSchema,
  { prepared: 'modules/conversations/conversation-items' },
);
