import { createCache } from '../../../platform/cache/cache.js';
import { bytesOf } from '../../../platform/workers/long-json.js';
import { digestOf, type Tagged } from './etags.js';

/** An answer that is kept as it was sent: all that determines it is in its name. */
export interface KeptAnswer extends Required<Tagged> {
  status: number;
  /** Bytes of text that whoever asks for it pays for, as for one that is made. */
  paid: number;
}

/** What determines an answer. */
export interface AnswerName {
  /** Name of the operation. */
  operation: string;
  variables: Record<string, unknown>;
  determinant: string;
}

const answers = createCache<KeptAnswer>({ name: 'responses of /v1', weigh: ({ body }) => body.length });

/** An answer that is in memory; undefined where there is none. */
export function keptAnswer(name: AnswerName): KeptAnswer | undefined {
  return answers.get(answerKey(name));
}

/** Keeps an answer. */
export function keepAnswer(name: AnswerName, made: Omit<KeptAnswer, 'digest'> & Pick<Tagged, 'digest'>): KeptAnswer {
  const body = bytesOf(made.body);
  const answer = { ...made, body, digest: made.digest ?? digestOf(body) };
  answers.set(answerKey(name), answer);
  return answer;
}

/** Names an answer. */
export function answerKey({ operation, variables, determinant }: AnswerName): string {
  return JSON.stringify([operation, determinant, variables]);
}
