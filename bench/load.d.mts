/** A server on the loopback, and what it is asked. */
interface Side {
  port: number;
  request: object | object[] | ((turn: number) => object);
}

/** Sends requests for some seconds, or at most so many. */
export function load(side: Side, limits: { seconds: number; atMost?: number }): Promise<{ rate: number; p99: number }>;
