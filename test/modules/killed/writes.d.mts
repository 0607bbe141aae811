import type { Actor } from '../../../src/modules/shared/unit-of-work.js';

/** Imports a module by its path in `src`. */
export type Load = (path: string) => Promise<unknown>;

/** Ids of the objects that writes change. All values are JSON, so that they can be passed to another process. */
export interface Scene {
  organization: string;
  /** Organization that `leaving` is transferred to. */
  elsewhere: string;
  collection: string;
  inner: string;
  space: string;
  other: string;
  gone: string;
  leaving: string;
  changeRequest: string;
  page: string;
  heads: string[];
}

/** A write, and the event that it records; null if it records none. */
export interface Write {
  event: string | null;
  run(actor: Actor, scene: Scene, round: number): Promise<unknown>;
}

/** Writes by name. */
export type Writes = Record<string, Write>;

export function setScene(load: Load, actor: Actor, organization: string): Promise<Scene>;
export function loadWrites(load: Load): Promise<Writes>;
