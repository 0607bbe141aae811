/** A request of a benchmark. */
interface Request {
  path: string;
  body?: string;
}

/** Creates requests with numbers that are never reused. The argument is the index of the request, from 0. */
export function numbered(request: Request | Request[]): ((turn: number) => Request) & { count: number };
