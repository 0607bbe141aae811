import { notificationHooks } from '../modules/notifications/event-hooks.js';
import { registerEventHooks } from '../modules/shared/event-hooks.js';

// Registers the hooks that run when an action records an event. The modules of actions do not import the hooks, so
// every program that serves the API must import this file.

registerEventHooks(notificationHooks);
