/** A request of a benchmark. */
interface Request {
  path: string;
  body?: string;
}

/** Creates requests with unique numbers. The argument of the returned function is the index of the request, from 0. */
export function numbered(request: Request | Request[]): ((turn: number) => Request) & { count: number };
