import { sql } from 'kysely';
import type { VerificationCheck } from '../verification-base/check.js';

/** Number of conversations that one query reads; each has up to a megabyte of text. */
const batchSize = 20;

interface ConversationSize {
  id: string;
  size: number;
  number: number;
  parts: { body: string }[];
}

/** Compares the sizes of conversations with their texts. */
export const checkConversationSizes: VerificationCheck = {
  name: 'conversation-sizes',
  kind: 'numbers',
  about: 'sizes of conversations, compared with their texts',
  async *find({ read, signal }) {
    for (let after = ''; ; ) {
      signal.throwIfAborted();
      const rows = await read.all(sql<ConversationSize>`select c."id", c."size", x."parts" from "Conversation" as c
        join "ConversationText" as x on x."conversationId" = c."id"
        where c."id" > ${after} order by c."id" limit ${batchSize}`);
      for (const { id, size, parts } of rows) {
        const length = parts.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
        if (size === length) continue;
        const query = sql`update "Conversation" set "size" = ${length} where "id" = ${id} and "size" = ${size}`;
        yield {
          object: `Conversation ${id}`,
          detail: `has the size ${size}, but its text has ${length} bytes.`,
          repair: (store) => store.transaction((tx) => tx.read.all(query)),
        };
      }
      if (rows.length < batchSize) return;
      after = rows.at(-1)!.id;
    }
  },
};
