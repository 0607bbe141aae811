const part = {
  type: 'object',
  description: 'Something that was said.',
  properties: {
    type: { type: 'string', enum: ['message'] },
    role: { type: 'string', enum: ['user', 'assistant', 'team-member'], description: 'Who said it.' },
    body: { type: 'string', description: 'What was said.' },
  },
  required: ['type', 'role', 'body'],
  additionalProperties: false,
};

const metadata = {
  type: 'object',
  description: 'What is known of it beside its texts.',
  properties: {
    url: { type: 'string', maxLength: 2048, description: 'Address that it has where it took place.' },
    attributes: {
      type: 'object',
      description:
        'Names with texts: at most 100, names of at most 255 characters, texts of at most 2,048, and at most 16,384 in all of them together.',
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

/** JSON Schema of a conversation as clients give it; worker threads read it, too. */
export const conversationSchema = {
  description:
    'A conversation to ingest: `id` (of your own, 1 to 255 characters), `parts` (`type`: `message`, `role`: `user`, `assistant` or `team-member`, and `body`), and where there are any `subject` and `metadata` (`url`, `attributes`: names of at most 255 characters with texts, at most 16,384 characters together, and `createdAt`).',
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 255, description: 'Id of your own: the same again replaces it.' },
    subject: { type: 'string', maxLength: 512, description: 'What it is about.' },
    parts: {
      type: 'array',
      description: 'What was said, in its order: at most 1,000 parts, with at most 1,048,576 bytes of text together.',
      items: part,
    },
    metadata,
  },
  required: ['id', 'parts'],
  additionalProperties: false,
};
