/** Message that a follower received: the selected fields of an event, or the errors that ended its stream. */
export interface SubscriptionMessage {
  data?: any;
  errors?: { message: string; extensions: Record<string, unknown> }[];
}

/** Follower of a subscription over HTTP, which parses the stream like `EventSource`. */
export interface Subscriber {
  headers: Headers;
  status: number;
  /** Messages received so far. */
  got: SubscriptionMessage[];
  /** Returns the number of SSE comments, which only show that the connection is alive. */
  alive(): number;
  /** Waits until `count` messages have arrived or the stream has ended. */
  until(count: number): Promise<SubscriptionMessage[]>;
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  /** Reports whether the server has sent `complete`. */
  isComplete(): boolean;
  stop(): void;
}

/** Follows a subscription with a POST request. */
export async function follow(origin: string, token: string | null, query: string): Promise<Subscriber> {
  return begin(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersOf(token) },
    body: JSON.stringify({ query }),
  });
}

/** Follows a subscription with a GET request whose URL contains the query, as `EventSource` does. */
export async function followAddress(origin: string, token: string | null, query: string): Promise<Subscriber> {
  const address = `${origin}/graphql?${new URLSearchParams({ query })}`;
  return begin(address, { headers: { 'cache-control': 'no-cache', ...headersOf(token) } });
}

function headersOf(token: string | null): Record<string, string> {
  return { accept: 'text/event-stream', ...(token && { authorization: `Bearer ${token}` }) };
}

async function begin(address: string, request: RequestInit): Promise<Subscriber> {
  const controller = new AbortController();
  const answer = await fetch(address, { ...request, signal: controller.signal });
  const messages: SubscriptionMessage[] = [];
  let comments = 0;
  let isComplete = false;
  let waiters: (() => void)[] = [];
  const notifyWaiters = (): void => {
    for (const waiter of waiters) waiter();
    waiters = [];
  };
  const read = (block: string): void => {
    if (block.startsWith(':')) comments += 1;
    if (block.startsWith('event: complete\n')) isComplete = true;
    const data = /^event: next\n(?:id: \d+\n)?data: (.*)$/s.exec(block)?.[1];
    if (data !== undefined) messages.push(JSON.parse(data));
    notifyWaiters();
  };
  const ended = (async () => {
    let text = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      blocks.forEach(read);
    }
  })()
    .catch(() => {})
    .finally(notifyWaiters);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  return {
    headers: answer.headers,
    status: answer.status,
    got: messages,
    alive: () => comments,
    ended,
    isComplete: () => isComplete,
    stop: () => controller.abort(),
    async until(count) {
      while (messages.length < count && !isOver)
        await new Promise<void>((resolve) => {
          waiters.push(resolve);
        });
      return messages;
    },
  };
}
