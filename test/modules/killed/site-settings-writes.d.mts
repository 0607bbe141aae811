import type { Load, Writes } from './writes.mjs';

export function loadSiteSettingsWrites(load: Load): Promise<Writes>;
