import type { Actor } from '../../../src/modules/shared/run-action.js';

/** Gives a module by its path in `src`. */
export type Load = (path: string) => Promise<unknown>;

/** What is there to write to; all of it JSON, so that another process can be told. */
export interface Scene {
  organization: string;
  /** Another organization, that `leaving` goes to. */
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

/** A write, and the event that it leaves; null where it leaves none. */
export interface Write {
  event: string | null;
  run(actor: Actor, scene: Scene, round: number): Promise<unknown>;
}

/** Writes by name. */
export type Writes = Record<string, Write>;

export function setScene(load: Load, actor: Actor, organization: string): Promise<Scene>;
export function loadWrites(load: Load): Promise<Writes>;
