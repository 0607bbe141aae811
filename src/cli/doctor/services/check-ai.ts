import { AppError } from '../../../platform/base/errors.js';
import type { AiConfig } from '../../../platform/config/config.js';
import { createOutbound } from '../../../platform/outbound/outbound.js';
import type { CheckWithoutDatabase } from '../base/check.js';
import { type Finding, fault, notice, skipped, unlessEmpty, warning } from '../base/finding.js';

/** Asks the AI service for its models, which costs nothing. */
export const checkAi: CheckWithoutDatabase = {
  name: 'ai',
  about: 'whether the service of `AI_URL` answers, accepts `AI_KEY`, and has the models',
  needs: 'nothing',
  timeout: 15_000,
  async run({ config: { ai, outboundAllow } }) {
    if (ai === undefined) return [skipped('AI_URL is not set.')];
    const headers: Record<string, string> = ai.key === undefined ? {} : { authorization: `Bearer ${ai.key}` };
    try {
      const call = createOutbound(outboundAllow).identityProvider;
      const { status, bytes } = await call(`${ai.url}/models`, { method: 'GET', headers });
      return findingsOf(ai, { status, text: Buffer.from(bytes).toString('utf8') });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [fault(`${error.message}.`, 'Check AI_URL, and OUTBOUND_ALLOW if the service is in a private network.')];
    }
  },
};

function findingsOf(ai: AiConfig, { status, text }: { status: number; text: string }): Finding[] {
  if (status === 401 || status === 403)
    return [fault(`The AI service refuses the key (status ${status}).`, 'Set AI_KEY to a valid key.')];
  if (status >= 500) return [warning(`The AI service fails (status ${status}).`, 'Check the service.')];
  const offered = status === 200 ? modelsIn(text) : null;
  if (offered === null)
    return [
      notice(`The AI service does not list its models (status ${status}).`, 'Check AI_MODEL with a translation.'),
    ];
  const absent = [ai.model, ai.embeddingModel].filter((model) => model !== undefined && !offered.includes(model));
  return unlessEmpty(
    absent.map((model) =>
      warning(`The AI service does not list the model ${model}.`, 'Correct AI_MODEL or AI_EMBEDDING_MODEL.'),
    ),
    `The AI service answers, and lists ${offered.length} models.`,
  );
}

/** Returns the ids of the models in a response of the OpenAI API; null for any other text. */
function modelsIn(text: string): string[] | null {
  try {
    const { data } = JSON.parse(text) as { data?: { id?: string }[] };
    return Array.isArray(data) ? data.flatMap(({ id }) => id ?? []) : null;
  } catch {
    return null;
  }
}
