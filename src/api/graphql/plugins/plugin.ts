import type { Plugin as YogaPlugin } from 'graphql-yoga';
import type { Context } from '../execution/context.js';

/**
 * A Yoga plugin for our operations. Its HTTP hooks run only for `/graphql`; all other hooks also run for stored
 * operations.
 */
export type Plugin = YogaPlugin<Context, Context>;
