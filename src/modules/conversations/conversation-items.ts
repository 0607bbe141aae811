import type { BodyItems } from '../../platform/workers/prepared-items.js';
import { conversationSchema } from './conversation-schema.js';
import { type ConversationInput, prepareConversation } from './ready-conversation.js';

/** Prepares the conversations of a large body in a worker thread. */
export const bodyItems: BodyItems<ConversationInput> = {
  scalar: { name: 'ConversationInput', schema: conversationSchema },
  prepare: prepareConversation,
};
