import type { Load, Writes } from './writes.mjs';

export function loadTranslationWrites(load: Load): Promise<Writes>;
