import type { ExecutionResult } from 'graphql';
import type { Plugin } from '../../graphql/plugins/plugin.js';
import { noteErrors } from '../requests/request-log.js';
import { useParameters } from './graphql-parameters.js';
import { useStreams } from './graphql-streams.js';
import { useObservation } from './observe-operations.js';
import { usePrintedResults } from './printed-results.js';
import { type StreamPace, streamPace } from './stream-types.js';

/** Options of the plugins for GraphQL over HTTP. */
export interface HttpPluginOptions {
  /** Time limits of streams; default: `streamPace`. */
  pace?: StreamPace | undefined;
  /** Whether operations are observed, for traces or for the log of slow operations. */
  isObserved: boolean;
  /** Minimum duration of an operation that is logged as slow, in milliseconds; null for never. */
  slowMs: number | null;
}

/** Returns the plugins that Yoga needs for GraphQL over HTTP, in addition to those of all operations. */
export function httpPlugins({ pace = streamPace, isObserved, slowMs }: HttpPluginOptions): Plugin[] {
  const observing = isObserved ? [useObservation(slowMs)] : [];
  return [useParameters(), usePrintedResults(), useStreams(pace), useNotes(), ...observing];
}

/** Records the error codes of a request for its log entry. */
function useNotes(): Plugin {
  return {
    onResultProcess({ result, serverContext }) {
      const { errors = [] } = result as ExecutionResult;
      noteErrors(
        serverContext.exchange!.request,
        errors.map(({ extensions: { code, reason } }) => ({
          code: String(code),
          reason: reason as string | undefined,
        })),
      );
    },
  };
}
