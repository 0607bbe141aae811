import type { Load, Writes } from './writes.mjs';

export function loadConversationWrites(load: Load): Promise<Writes>;
