import type { ExecutionResult } from 'graphql';
import type { Plugin } from '../../graphql/plugins/plugin.js';
import { noteErrors } from '../requests/request-log.js';
import { useParameters } from './graphql-parameters.js';
import { useStreams } from './graphql-streams.js';
import { usePrintedResults } from './printed-results.js';
import { type StreamPace, streamPace } from './stream-types.js';

/**
 * Returns the plugins that Yoga needs for GraphQL over HTTP, in addition to those of all operations.
 * @param pace time limits of streams; default: `streamPace`
 */
export function httpPlugins(pace: StreamPace = streamPace): Plugin[] {
  return [useParameters(), usePrintedResults(), useStreams(pace), useNotes()];
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
