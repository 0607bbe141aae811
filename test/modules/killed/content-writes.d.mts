import type { Load, Writes } from './writes.mjs';

export function loadContentWrites(load: Load): Promise<Writes>;
