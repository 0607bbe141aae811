import type { ExecutionResult } from 'graphql';
import { createSingleFlight } from '../../platform/cache/single-flight.js';
import type { RestOperation } from './operation.js';
import type { Call, RestOptions } from './register.js';
import { digestInTurns } from './responses/etags.js';
import { type AnswerName, answerKey, type KeptAnswer, keepAnswer, keptAnswer } from './responses/kept-answers.js';

/** An answer as it is sent; no body for 204. */
interface Sent {
  status: number;
  body?: string | Buffer;
  revision?: string;
  /** As `digestOf` makes it. */
  digest?: string;
}

/** What became of a call: an answer, why there is none, or that what it asks for is not there. */
export type Outcome = Sent | { errors: NonNullable<ExecutionResult['errors']> } | { missing: true };

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
  const making = createSingleFlight<Outcome | KeptAnswer>();
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
    if (determinant === null) return make(one, call);
    const name = nameOf(one, call, determinant);
    const kept = keptAnswer(name);
    return kept ? paidFor(kept, call) : makeOrShare(name, one, call);
  };

  async function paidFor(kept: KeptAnswer, { context }: Call<Context>): Promise<KeptAnswer> {
    await payment.pay(context, kept.paid);
    return kept;
  }

  /** Calls that ask for the same answer meanwhile share it. Each call has its own refusals and errors. */
  async function makeOrShare(name: AnswerName, one: RestOperation, call: Call<Context>): Promise<Outcome> {
    const made = await making.runOwnOrShare(answerKey(name), () => make(one, call));
    if (made?.isOwn) return made.value;
    return made && 'paid' in made.value ? paidFor(made.value, call) : make(one, call);
  }

  async function make(one: RestOperation, call: Call<Context>): Promise<Outcome | KeptAnswer> {
    const { document, probe } = one;
    prepared ??= prepare(document, probe !== undefined);
    const { errors, data } = await run(prepared, call);
    if (errors?.length) return { errors };
    const answer = one.answer(data);
    if (!answer) return { missing: true };
    const { status, revision, print } = answer;
    if (!print) return { status };
    const paid = payment.paid(call.context);
    const printed = print();
    const body = printed instanceof Promise ? await printed : printed;
    if (revision === undefined) return { status, body };
    const digest = typeof body === 'string' ? undefined : await digestInTurns(body);
    const determinant = probe?.determinant(data) ?? null;
    if (determinant === null) return { status, body, revision, digest };
    return keepAnswer(nameOf(one, call, determinant), { status, body, revision, digest, paid });
  }
}
