import type { Load, Writes } from './writes.mjs';

export function loadSiteWrites(load: Load): Promise<Writes>;
