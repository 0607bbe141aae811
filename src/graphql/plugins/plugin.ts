import type { Plugin as YogaPlugin } from 'graphql-yoga';
import type { Context } from '../context.js';

/** A plugin of Yoga on our operations; hooks of Yoga's own server (`onRequest` and the like) are never called. */
export type Plugin = YogaPlugin<Context>;
