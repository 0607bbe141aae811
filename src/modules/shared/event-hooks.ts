import type { NewEvent } from './append-events.js';
import type { EventAction } from './event-actions.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Writes what follows from an event, in the transaction of its action, after the writes of the action. */
export type EventHook = (unit: UnitOfWork, event: NewEvent) => Promise<void>;

/** Hooks by the action of an event. */
export type EventHooks = { readonly [Action in EventAction]?: EventHook };

let hooks: EventHooks = {};

/** Registers the event hooks. Every program that serves the API imports `app/event-hooks.ts`, which calls this. */
export function registerEventHooks(all: EventHooks): void {
  hooks = all;
}

/** Runs the hooks of the events of an action. It must precede `appendEvents`, which is the last statement. */
export async function runEventHooks(unit: UnitOfWork, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) await hooks[event.action]?.(unit, event);
}
