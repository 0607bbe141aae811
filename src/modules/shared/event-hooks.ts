import type { NewEvent } from './append-events.js';
import type { EventAction } from './event-actions.js';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * Function that runs when an action records an event, for example to notify people. It runs in the transaction of the
 * action, after the writes of the action.
 */
export type EventHook = (unit: UnitOfWork, event: NewEvent) => Promise<void>;

/** Event hooks by the name of the event's action. */
export type EventHooks = { readonly [Action in EventAction]?: EventHook };

let hooks: EventHooks = {};

/** Registers the event hooks. `app/event-hooks.ts` calls it; every program that serves the API imports that file. */
export function registerEventHooks(all: EventHooks): void {
  hooks = all;
}

/** Runs the hooks of the events of an action. Call it before `appendEvents`, which must be the last statement. */
export async function runEventHooks(unit: UnitOfWork, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) await hooks[event.action]?.(unit, event);
}
