/** An event as a follower got it: what it selected, or what ended its stream. */
export interface Got {
  data?: any;
  errors?: { message: string; extensions: Record<string, unknown> }[];
}

/** Somebody who follows a subscription over HTTP, as `EventSource` reads it. */
export interface Followed {
  headers: Headers;
  status: number;
  /** All that came so far. */
  got: Got[];
  /** Lines that say only that the connection lives. */
  alive(): number;
  /** Waits until so many came. */
  until(count: number): Promise<Got[]>;
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  /** Whether the server has said that nothing more comes. */
  isComplete(): boolean;
  stop(): void;
}

/** Follows a subscription, which a POST begins. */
export async function follow(origin: string, token: string | null, query: string): Promise<Followed> {
  return begin(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersOf(token) },
    body: JSON.stringify({ query }),
  });
}

/** Follows a subscription as `EventSource` does: all of it is in the address. */
export async function followAddress(origin: string, token: string | null, query: string): Promise<Followed> {
  const address = `${origin}/graphql?${new URLSearchParams({ query })}`;
  return begin(address, { headers: { 'cache-control': 'no-cache', ...headersOf(token) } });
}

function headersOf(token: string | null): Record<string, string> {
  return { accept: 'text/event-stream', ...(token && { authorization: `Bearer ${token}` }) };
}

async function begin(address: string, request: RequestInit): Promise<Followed> {
  const controller = new AbortController();
  const answer = await fetch(address, { ...request, signal: controller.signal });
  const got: Got[] = [];
  let comments = 0;
  let isComplete = false;
  let news: (() => void)[] = [];
  const tell = (): void => {
    for (const heard of news) heard();
    news = [];
  };
  const read = (block: string): void => {
    if (block.startsWith(':')) comments += 1;
    if (block.startsWith('event: complete\n')) isComplete = true;
    const data = /^event: next\n(?:id: \d+\n)?data: (.*)$/s.exec(block)?.[1];
    if (data !== undefined) got.push(JSON.parse(data));
    tell();
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
    .finally(tell);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  return {
    headers: answer.headers,
    status: answer.status,
    got,
    alive: () => comments,
    ended,
    isComplete: () => isComplete,
    stop: () => controller.abort(),
    async until(count) {
      while (got.length < count && !isOver)
        await new Promise<void>((resolve) => {
          news.push(resolve);
        });
      return got;
    },
  };
}
