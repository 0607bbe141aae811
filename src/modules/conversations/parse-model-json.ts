import type { z } from 'zod';

/**
 * Returns the JSON object in a model's response, without the text around it; null if it does not match the shape. NUL
 * characters are removed, because databases cannot store them.
 */
export function parseModelJson<Answer>(text: string, shape: z.ZodType<Answer>): Answer | null {
  const json = /\{[\s\S]*\}/.exec(text)?.[0];
  if (json === undefined) return null;
  try {
    const value = JSON.parse(json, (_, member) =>
      typeof member === 'string' ? member.replaceAll('\0', '').toWellFormed() : member,
    );
    return shape.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}
