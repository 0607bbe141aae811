import { type DocumentNode, GraphQLError } from 'graphql';
import { yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import type { Context } from '../execution/context.js';
import type { Params } from '../execution/params.js';
import {
  type DocumentCache,
  isRefused,
  operationNameError,
  type Prepared,
  type Refused,
} from '../execution/preparation.js';
import type { Plugin } from './plugin.js';

/** Parses and validates each text only once and caches the outcome. Stored operations are prepared at startup. */
export function usePrepared(texts: DocumentCache): Plugin {
  return {
    onParams({ context, params, paramsHandler, setParamsHandler }) {
      context.operation ??= texts.find(params as Params);
      if (context.operation || typeof params.query !== 'string') return;
      setParamsHandler(async (payload) => {
        await chargeForText(payload.params as Params, context);
        return paramsHandler(payload);
      });
    },
    onParse({ context: readable, setParsedDocument, setParseFn }) {
      const context = readable as Context;
      const known = context.operation;
      if (known?.document) return setParsedDocument(known.document);
      if (known) return setParseFn(() => throwFirst(known as Refused));
      return ({ result, replaceParseResult }) => {
        const error = result instanceof Error ? result : operationNameError(result as DocumentNode, context.params!);
        if (!(error instanceof GraphQLError)) return;
        context.operation = texts.keep(context.params!, { errors: [error] });
        replaceParseResult(error);
      };
    },
    onValidate({ context: readable, params: { documentAST }, setResult }) {
      const context = readable as Context;
      context.operation ??= texts.findSame(context.params!, documentAST);
      if (context.operation) return setResult(errorsOf(context.operation));
      return ({ result, setResult }) => {
        const found = { document: documentAST, errors: result as readonly GraphQLError[] };
        context.operation = texts.keep(context.params!, found);
        setResult([...errorsOf(context.operation)]);
      };
    },
  };
}

const none: readonly GraphQLError[] = [];

function errorsOf(known: Prepared | Refused): readonly GraphQLError[] {
  return isRefused(known) ? known.errors : none;
}

function throwFirst({ errors }: Refused): never {
  throw errors[0];
}

/** Number of characters of a new query text per point. */
const charactersPerPoint = 500;

/** Charges the price of a new query text, and yields to the event loop before the text is parsed. */
async function chargeForText({ query }: Params, context: Context): Promise<void> {
  const price = Math.floor(query.length / charactersPerPoint);
  if (price > 0) await context.account.chargeOnce(price);
  await yieldToEventLoop();
}
