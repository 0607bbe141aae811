const part = {
  type: 'object',
  description: 'A message.',
  properties: {
    type: { type: 'string', enum: ['message'] },
    role: { type: 'string', enum: ['user', 'assistant', 'team-member'], description: 'Role of the speaker.' },
    body: { type: 'string', description: 'Text of the part.' },
  },
  required: ['type', 'role', 'body'],
  additionalProperties: false,
};

const metadata = {
  type: 'object',
  description: 'Further data about it.',
  properties: {
    url: { type: 'string', maxLength: 2048, description: 'Address at which it took place.' },
    attributes: {
      type: 'object',
      description:
        'At most 100 names with texts. A name has at most 255 characters, a text at most 2,048. All of them together have at most 16,384.',
      additionalProperties: { type: 'string', maxLength: 2048 },
      maxProperties: 100,
    },
    createdAt: {
      type: 'string',
      format: 'date-time',
      description: 'When it took place; default: when it is ingested.',
    },
  },
  additionalProperties: false,
};

/** JSON Schema of a conversation in the form that clients send; worker threads also use it. */
export const conversationSchema = {
  description:
    'A conversation to ingest: `id` (chosen by the client, 1 to 255 characters) and `parts` (`type`: `message`, `role`: `user`, `assistant` or `team-member`, and `body`). Optional are `subject` and `metadata`: `url`, `attributes` (names of at most 255 characters with texts, at most 16,384 characters together) and `createdAt`.',
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 255, description: 'Id of your own: the same again replaces it.' },
    subject: { type: 'string', maxLength: 512, description: 'Subject.' },
    parts: {
      type: 'array',
      description: 'The messages in order: at most 1,000 parts, with at most 1,048,576 bytes of text together.',
      items: part,
    },
    metadata,
  },
  required: ['id', 'parts'],
  additionalProperties: false,
};
