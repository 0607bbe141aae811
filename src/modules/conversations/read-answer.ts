import type { z } from 'zod';

/** The JSON that a model wrote, without what stands around it; null where it has not the shape. NUL, which no database keeps, is dropped. */
export function readAnswer<Answer>(text: string, shape: z.ZodType<Answer>): Answer | null {
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
