import type { Json } from '../../engine/base/types.js';
import type { AskService } from './ai.js';
import { wrongAnswer } from './wrong-answer.js';

/** What a model is asked to write. */
export interface Completion {
  /** What it is to do, whatever it is given. */
  system: string;
  /** What it is given; it may have been written by anyone. */
  user: string;
  /** Whether it is to write JSON. */
  json?: boolean;
}

/** A completion, and who makes it. */
export interface AskedCompletion extends Completion {
  model: string;
  signal: AbortSignal | undefined;
}

/** Most characters of what a model writes. */
const longest = 1_048_576;

const path = '/chat/completions';

/** What a model writes. @throws UNAVAILABLE, also where the service answers no text, or more than 1,048,576 characters */
export async function completeText(ask: AskService, asked: AskedCompletion): Promise<string> {
  const { model, system, user, json = false, signal } = asked;
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: user.toWellFormed() },
  ];
  const format: { [name: string]: Json } = json ? { response_format: { type: 'json_object' } } : {};
  const text = textOf(await ask(path, { model, messages, temperature: 0, ...format }, signal));
  if (text.length > longest) throw wrongAnswer(path, `at most ${longest} characters`);
  return text;
}

function textOf(answer: Json): string {
  const { choices } = (answer ?? {}) as { choices?: unknown };
  const [choice] = Array.isArray(choices) ? choices : [];
  const content = choice?.message?.content;
  if (typeof content !== 'string') throw wrongAnswer(path, 'a text');
  return content;
}
