import { jsonScalar } from '../../api/graphql/schema/declare-scalars.js';
import type { PreparedItem } from '../../platform/workers/prepared-items.js';
import { conversationSchema } from './conversation-schema.js';
import type { ConversationInput as GivenConversation } from './ready-conversation.js';

/**
 * A conversation as clients give it. It is no input type: a call may have 1,000 conversations with 1,000 parts each, and the graph
 * would coerce each of them, in one turn of the event loop. Large bodies are prepared in a worker thread.
 */
export const ConversationInput = jsonScalar<GivenConversation | PreparedItem, never>(
  'ConversationInput',
  conversationSchema,
  { prepared: 'modules/conversations/conversation-items' },
);
