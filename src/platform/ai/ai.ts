import type { Json } from '../../engine/base/types.js';
import type { AiConfig } from '../config/config.js';
import type { Outbound } from '../outbound/outbound.js';
import { type Completion, completeText } from './complete.js';
import { embedTexts } from './embed.js';
import { wrongAnswer } from './wrong-answer.js';

/**
 * Client of a service that implements the OpenAI API. It sends each request only once, because jobs retry their own
 * work. Every method throws UNAVAILABLE if the service does not respond or sends an invalid response. Error messages
 * never contain the API key.
 */
export interface Ai {
  /** Name of the embedding model. If it is null, none is configured and `embed` must not be called. */
  embeddingModel: string | null;
  /** Name of the model that writes text. If it is null, none is configured and `complete` must not be called. */
  model: string | null;
  /**
   * Returns one vector per text, in the order of the texts. All vectors have the same length. Each text is shortened to
   * 8,000 characters.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /**
   * Returns the text that the model writes, at most 1,048,576 characters. `json` asks the model for JSON, but it may
   * write other text.
   */
  complete(request: Completion, signal?: AbortSignal): Promise<string>;
}

/** Sends JSON to a path of the service and returns the JSON response. */
export type AskService = (path: string, body: Json, signal: AbortSignal | undefined) => Promise<Json>;

/** Creates the client of the configured service; returns null if none is configured. */
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
    complete: (request, signal) => completeText(ask, { ...request, model: configured(model), signal }),
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
