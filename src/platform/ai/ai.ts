import type { Json } from '../../engine/base/types.js';
import type { AiConfig } from '../config/config.js';
import type { Outbound } from '../outbound/outbound.js';
import { type Completion, completeText } from './complete.js';
import { embedTexts } from './embed.js';
import { wrongAnswer } from './wrong-answer.js';

/**
 * A service that speaks the protocol of OpenAI. What it is asked is tried once: who works in jobs is begun again by them.
 * Everything throws UNAVAILABLE where it does not answer, or answers what it should not; no message tells its key.
 */
export interface Ai {
  /** Name of the model that embeds; null where `embed` is not to be called. */
  embeddingModel: string | null;
  /** Name of the model that writes; null where `complete` is not to be called. */
  model: string | null;
  /** Texts as numbers, in their order; all of one length. Each is cut at 8,000 characters. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** What the model writes, at most 1,048,576 characters; `json`: it is to be JSON, which nothing guarantees. */
  complete(asked: Completion, signal?: AbortSignal): Promise<string>;
}

/** Sends JSON to one of the paths of the service, and answers the JSON that it says. */
export type AskService = (path: string, body: Json, signal: AbortSignal | undefined) => Promise<Json>;

/** Makes the client of the configured service; null where none is configured. */
export function createAi(config: AiConfig | undefined, { service }: Pick<Outbound, 'service'>): Ai | null {
  if (!config) return null;
  const { url, key, model = null, embeddingModel = null } = config;
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const ask: AskService = async (path, body, signal) =>
    readJson(await service(`${url}${path}`, { headers, body, signal }), path);
  return {
    embeddingModel,
    model,
    embed: (texts, signal) => embedTexts(ask, { model: configured(embeddingModel), texts, signal }),
    complete: (asked, signal) => completeText(ask, { ...asked, model: configured(model), signal }),
  };
}

function configured(model: string | null): string {
  if (model === null) throw new Error('No model is configured for this');
  return model;
}

function readJson(text: string, path: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongAnswer(path, 'JSON');
  }
}
