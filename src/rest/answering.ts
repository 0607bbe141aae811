import type { ExecutionResult } from 'graphql';
import { bytesOf, printJson } from '../threads/long-json.js';
import { digestInTurns, digestOf } from './etags.js';
import { type AnswerName, keepAnswer, keptAnswer } from './kept-answers.js';
import type { RestOperation } from './operation.js';
import type { Call, RestOptions } from './register.js';

/** An answer as it is sent; no body for 204. */
export interface Sent {
  status: number;
  body?: string | Buffer;
  revision?: string;
  /** As `digestOf` makes it. */
  digest?: string;
}

/** What became of a call: an answer, why there is none, or that what it asks for is not there. */
export type Outcome = Sent | { errors: NonNullable<ExecutionResult['errors']> } | { missing: true };

/** Bytes of text above which an answer is printed in turns, whatever its shape. */
const largeText = 262_144;

/**
 * Answers calls of an operation. Where it says what determines its answers, that is asked first, with all the rights of the
 * caller: an answer that is known is not made again, and costs as much.
 */
export function answering<Prepared, Context>(
  operation: () => RestOperation,
  { prepare, run, payment }: Pick<RestOptions<Prepared, Context>, 'prepare' | 'run' | 'payment'>,
): (call: Call<Context>) => Promise<Outcome> {
  // Compiled code of all operations takes seconds and a hundred megabytes; a server needs few of them at first.
  let prepared: Prepared | undefined;
  let probing: Prepared | undefined;
  const nameOf = ({ node }: RestOperation, { variables }: Call<Context>, determinant: string): AnswerName => ({
    operation: node.name!.value,
    variables,
    determinant,
  });
  return async (call) => {
    const one = operation();
    const { probe } = one;
    if (!probe) return make(one, call);
    probing ??= prepare(probe.document);
    const { errors, data } = await run(probing, call);
    if (errors?.length) return { errors };
    const determinant = probe.determinant(data);
    const kept = determinant === null ? undefined : keptAnswer(nameOf(one, call, determinant));
    if (!kept) return make(one, call);
    await payment.pay(call.context, kept.paid);
    return kept;
  };

  async function make(one: RestOperation, call: Call<Context>): Promise<Outcome> {
    const { document, shape, probe } = one;
    prepared ??= prepare(document, probe !== undefined);
    const { errors, data } = await run(prepared, call);
    if (errors?.length) return { errors };
    const answer = shape(data);
    if (!answer) return { missing: true };
    const { status, revision } = answer;
    if (answer.body === undefined) return { status };
    const paid = payment.paid(call.context);
    const printed = printJson(answer.body, paid > largeText);
    const body = typeof printed === 'string' ? printed : await printed;
    if (revision === undefined) return { status, body };
    const digest = typeof body === 'string' ? undefined : await digestInTurns(body);
    const determinant = probe?.determinant(data) ?? null;
    if (determinant === null) return { status, body, revision, digest };
    return keepAnswer(nameOf(one, call, determinant), { status, body, revision, digest, paid });
  }
}

/** What may be sent again of what became of a reading: an answer with a body, which is bytes from then on. */
export function sentAgain(outcome: object): { response: Sent; bytes: number } | null {
  const { body, ...sent } = outcome as Partial<Sent>;
  if (body === undefined) return null;
  const bytes = bytesOf(body);
  const digest = sent.revision === undefined ? undefined : (sent.digest ?? digestOf(bytes));
  return { response: { ...(sent as Sent), body: bytes, ...(digest && { digest }) }, bytes: bytes.length };
}
