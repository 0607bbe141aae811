import type { Load, Writes } from './writes.mjs';

export function loadPlaceWrites(load: Load): Promise<Writes>;
