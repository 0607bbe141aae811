/** A request of a benchmark. */
interface Request {
  path: string;
  body?: string;
}

/** Makes requests with numbers that are never used again; it takes the turn, from 0. */
export function numbered(request: Request | Request[]): ((turn: number) => Request) & { count: number };
