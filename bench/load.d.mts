/** A server on the loopback interface, and the requests to send to it. */
interface Side {
  port: number;
  request: object | object[] | ((turn: number) => object);
}

/** Sends requests for a number of seconds, or up to a number of requests. */
export function load(side: Side, limits: { seconds: number; atMost?: number }): Promise<{ rate: number; p99: number }>;
