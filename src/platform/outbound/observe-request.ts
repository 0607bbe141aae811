/** A request to another host, as an observer sees it. */
interface ObservedRequest {
  method: string;
  url: URL;
  /** Member of `Outbound` that sends the request. */
  client: 'file' | 'specification' | 'service' | 'identityProvider';
}

/** Headers that an observer adds to a request, and the function that is called when the request ends. */
export interface RequestObservation {
  /** Additional headers. */
  headers: Record<string, string>;
  /** Called with the status of the response, or with the error that ended the request. */
  end(status: number | null, error?: unknown): void;
}

/** Observes each request to another host, for a trace. */
export type ObserveRequest = (request: ObservedRequest) => RequestObservation;

/** Settings of a client whose requests may be observed. */
export interface ObservedClient {
  /** Observes each request; absent if there is no trace. */
  observe?: ObserveRequest | undefined;
  /** Client as the observer sees it. */
  client?: ObservedRequest['client'];
}

/** Sends a request, and passes its outcome to an observer, if there is one. */
export async function observed<Answer extends { statusCode: number }>(
  observation: RequestObservation | undefined,
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  if (!observation) return send({});
  try {
    const answer = await send(observation.headers);
    observation.end(answer.statusCode);
    return answer;
  } catch (error) {
    observation.end(null, error);
    throw error;
  }
}
