import { GraphQLError } from 'graphql';
import { isRefused, type Prepared, type Refused, type Texts } from '../preparation.js';
import type { Plugin } from './plugin.js';

/** Parses and validates nothing twice: what a text was found to be is kept, and stored operations are known from the start. */
export function usePrepared(texts: Texts): Plugin {
  return {
    onParse({ context, setParsedDocument, setParseFn }) {
      const params = context.params!;
      const known = params.operation;
      if (known?.document) return setParsedDocument(known.document);
      if (known) return setParseFn(() => throwFirst(known as Refused));
      return ({ result }) => {
        if (result instanceof GraphQLError) params.operation = texts.keep(params, { errors: [result] });
      };
    },
    onValidate({ context, params: { documentAST }, setResult }) {
      const params = context.params!;
      params.operation ??= texts.findSame(params, documentAST);
      if (params.operation) return setResult(errorsOf(params.operation));
      return ({ result, setResult }) => {
        params.operation = texts.keep(params, { document: documentAST, errors: result as readonly GraphQLError[] });
        setResult([...errorsOf(params.operation)]);
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
