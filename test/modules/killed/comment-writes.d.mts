import type { Load, Writes } from './writes.mjs';

export function loadCommentWrites(load: Load): Promise<Writes>;
