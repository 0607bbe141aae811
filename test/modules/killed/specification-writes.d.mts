import type { Load, Writes } from './writes.mjs';

export function loadSpecificationWrites(load: Load): Promise<Writes>;
