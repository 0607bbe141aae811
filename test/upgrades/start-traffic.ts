import { get, post } from '../support/server-requests.js';
import { operatorToken as token } from './earlier-database.js';

/** Clients that read and write until `stop`. */
interface Traffic {
  /** Number of requests so far. */
  count(): number;
  /** Ends the clients. Returns a line for each request that was refused or failed. */
  stop(): Promise<string[]>;
}

/** Starts clients that read pages and lists, and that merge change requests and write jobs. */
export function startTraffic(url: string, ids: Record<string, string>): Traffic {
  const { organizationId, spaceId } = ids;
  const refused: string[] = [];
  let [count, isOver] = [0, false];
  const send = async (path: string, body?: object): Promise<any> => {
    const sending = body ? post({ url }, path, { token, body }) : get({ url }, path, token);
    const { status, body: answer } = await sending.catch((error: Error) => ({ status: 0, body: error.message }));
    count += 1;
    if (status < 200 || status > 299 || answer.errors) refused.push(`${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const merge = async (title: string): Promise<void> => {
    const { id } = await send(`/v1/spaces/${spaceId}/change-requests`, { subject: title });
    const changeRequest = `/v1/spaces/${spaceId}/change-requests/${id}`;
    const document = { markdown: title };
    await send(`${changeRequest}/content`, { changes: [{ operation: 'insert_page', title, document }] });
    await send(`${changeRequest}/merge`, {});
  };
  const runReader = async (): Promise<void> => {
    while (!isOver) {
      await send(`/v1/orgs/${organizationId}/sites`);
      await send(`/v1/spaces/${spaceId}/content/path/questions`);
      await send('/graphql', { query: `{ space(id: "${spaceId}") { title organization { title } } }` });
    }
  };
  const runWriter = async (): Promise<void> => {
    for (let number = 0; !isOver; number++) {
      await merge(`Page ${number}`);
      const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'API', version: '1' }, paths: {} });
      await send(`/v1/orgs/${organizationId}/openapi`, { slug: `spec-${number}`, source: { text } });
    }
  };
  // With several writers, a write could wait too long for the others on a busy machine.
  const running = Promise.all([runReader(), runReader(), runWriter()]);
  return {
    count: () => count,
    async stop() {
      isOver = true;
      await running;
      return refused;
    },
  };
}
