import { GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Json } from '../../content/types.js';
import { badInput, tellable } from '../../errors.js';
import { checkText } from '../../graphql/check-text.js';
import { compileCost } from '../../graphql/cost.js';

/** What a document is asked about. */
export interface Question {
  document: string;
  variables?: { [name: string]: Json } | null | undefined;
  operationName?: string | null | undefined;
}

/** The most that a call can cost, and the list whose size matters most. */
export interface CallCost {
  estimate: number;
  largestList: string | null;
}

/**
 * The cost of a call that is not made.
 * @throws BAD_USER_INPUT for a text that could not run
 */
export function costOfCall(schema: GraphQLSchema, { document: text, variables, operationName }: Question): CallCost {
  // Suggestions are off: the schema may be hidden.
  const document = checkText(schema, text, true);
  if (document instanceof GraphQLError)
    throw badInput('document', tellable(`\`document\` must be able to run: ${document.message}`));
  const operation = getOperationAST(document, operationName);
  if (!operation) throw badInput('operationName', '`operationName` must name an operation of the document');
  const cost = compileCost(schema, document, operation);
  const given = variables ?? {};
  return { estimate: cost.estimate(given), largestList: cost.dearest(given) };
}
