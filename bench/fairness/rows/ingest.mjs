import { createSpace, repeat } from '../content.mjs';

/**
 * Number of parallel ingests, conversations in each ingest, parts of a conversation, and characters of a part: 27 MB
 * per ingest.
 */
const size = { parallel: 5, conversations: 1_000, parts: 54, part: 440 };

/** The attacker ingests many conversations, while another organization reads. */
export const ingest = {
  name: 'ingest',
  title: '5 parallel ingests of 27 MB (54,000 messages each) to `conversations`',
  measured: 'GET of one of its spaces, every 20 ms',
  on: ['sqlite', 'postgresql'],
  jobs: true,
  requests: size.parallel,

  async prepare({ attacker, innocent }) {
    return { path: `/v1/orgs/${attacker.organization}/conversations`, space: await createSpace(innocent, 'Small') };
  },

  async attack({ ask, data: { path } }) {
    const bodies = repeat(size.parallel, (index) =>
      JSON.stringify(repeat(size.conversations, createConversation(index))),
    );
    return () => Promise.all(bodies.map((body) => ask('POST', path, body)));
  },

  probe: ({ space }) => space,
};

const words = 'the card that I ordered last week has not arrived at my address and nobody says when it will be here ';

function createConversation(request) {
  return (index) => ({
    id: `${request}-${index}`,
    subject: `Card ${index} of ${request}`,
    parts: repeat(size.parts, (part) => {
      const text = `${index}.${part} ${words.repeat(Math.ceil(size.part / words.length))}`;
      return { type: 'message', role: part % 2 === 0 ? 'user' : 'assistant', body: text.slice(0, size.part) };
    }),
  });
}
