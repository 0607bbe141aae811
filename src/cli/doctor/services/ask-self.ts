import { type SelfCheckFacts, selfCheckPath } from '../../../api/http/self-check.js';
import { selfCheckHeader, selfCheckValue } from '../../../platform/secrets/self-check.js';

/** Response of a server to a self-check, or the reason why there is none. */
export type SelfAnswer =
  | {
      facts: SelfCheckFacts;
      /** Milliseconds between the first and the second event. */
      pauseMs: number;
      headers: Headers;
    }
  | { failure: string; status: number | null };

/** The server to ask, and what to send. */
export interface SelfQuestion {
  /** Base URL of the server. */
  url: string;
  secret: string;
  /** Number of bytes of an additional header. */
  headerBytes?: number;
  /** Number of bytes of the body. */
  bodyBytes?: number;
}

const patience = 10_000;

/** Maximum length of a response in characters; another program may send one without an end. */
const maxLength = 65_536;

/** Sends a self-check through all proxies. Follows no redirects. */
export async function askSelf({ url, secret, headerBytes = 0, bodyBytes = 0 }: SelfQuestion): Promise<SelfAnswer> {
  const value = selfCheckValue(secret);
  try {
    const response = await fetch(`${url}${selfCheckPath}`, {
      method: 'POST',
      headers: {
        [selfCheckHeader]: value,
        'content-type': 'application/json',
        ...(headerBytes > 0 && { 'x-docgraph-padding': 'x'.repeat(headerBytes) }),
      },
      body: JSON.stringify('x'.repeat(bodyBytes)),
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    return await readAnswer(response, value.split('.')[0]!);
  } catch (error) {
    return { failure: failureOf(error as Error), status: null };
  }
}

async function readAnswer(response: Response, nonce: string): Promise<SelfAnswer> {
  const { status, headers, body } = response;
  if (status !== 200 || body === null) return { failure: `status ${status}`, status };
  let text = '';
  let firstAt = 0;
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.length > maxLength) return { failure: 'another program answers', status };
    if (firstAt === 0 && text.includes('\n\n')) firstAt = performance.now();
  }
  const facts = /^data: (.*)$/m.exec(text)?.[1];
  const parsed = facts === undefined ? null : (JSON.parse(facts) as SelfCheckFacts);
  if (parsed?.nonce !== nonce) return { failure: 'another program answers', status };
  return { facts: parsed, pauseMs: performance.now() - firstAt, headers };
}

/** Returns the message of the innermost cause, because `fetch` itself says only that it failed. */
function failureOf({ message, cause }: Error): string {
  return cause instanceof Error
    ? failureOf(cause)
    : message || String((cause as { code?: string })?.code ?? 'no answer');
}
