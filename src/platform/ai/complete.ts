import type { Json } from '../../engine/base/types.js';
import type { AskService } from './ai.js';
import { wrongAnswer } from './wrong-answer.js';

/** Messages for a model that writes text. */
export interface Completion {
  /** Instruction to the model, independent of the input. */
  system: string;
  /** Untrusted input for the model. */
  user: string;
  /** Whether to ask the model for JSON. */
  json?: boolean;
}

/** A completion request with its model and signal. */
export interface CompletionRequest extends Completion {
  model: string;
  signal: AbortSignal | undefined;
}

/** Maximum length of a text that a model may write, in characters. */
const maxCompletionLength = 1_048_576;

const path = '/chat/completions';

/**
 * Returns the text that a model writes.
 * @throws UNAVAILABLE, also if the service returns no text, or more than 1,048,576 characters
 */
export async function completeText(ask: AskService, request: CompletionRequest): Promise<string> {
  const { model, system, user, json = false, signal } = request;
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: user.toWellFormed() },
  ];
  const format: { [name: string]: Json } = json ? { response_format: { type: 'json_object' } } : {};
  const text = responseText(await ask(path, { model, messages, temperature: 0, ...format }, signal));
  if (text.length > maxCompletionLength) throw wrongAnswer(path, `at most ${maxCompletionLength} characters`);
  return text;
}

function responseText(answer: Json): string {
  const { choices } = (answer ?? {}) as { choices?: unknown };
  const [choice] = Array.isArray(choices) ? choices : [];
  const content = choice?.message?.content;
  if (typeof content !== 'string') throw wrongAnswer(path, 'a text');
  return content;
}
