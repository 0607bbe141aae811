import type { Plugin as YogaPlugin } from 'graphql-yoga';
import type { Context } from '../execution/context.js';

/** A plugin of Yoga on our operations. Its hooks of HTTP are called for `/graphql`, all others for stored operations as well. */
export type Plugin = YogaPlugin<Context, Context>;
