import { GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import { compileCost } from '../../../api/graphql/execution/cost.js';
import { checkText } from '../../../api/graphql/validation/check-text.js';
import type { Json } from '../../../engine/base/types.js';
import { badInput, shortenMessage } from '../../../platform/base/errors.js';

/** A call whose cost a client wants to know. */
export interface CallCostInput {
  document: string;
  variables?: { [name: string]: Json } | null | undefined;
  operationName?: string | null | undefined;
}

/** Upper bound of the cost of a call, and the path of the list whose page size raises the cost most. */
export interface CallCost {
  estimate: number;
  largestList: string | null;
}

/**
 * Returns the cost of a call without running it.
 * @throws BAD_USER_INPUT for a text that is not a valid operation
 */
export function costOfCall(
  schema: GraphQLSchema,
  { document: text, variables, operationName }: CallCostInput,
): CallCost {
  // The argument `true` turns off suggestions in error messages, because the schema may be hidden.
  const document = checkText(schema, text, true);
  if (document instanceof GraphQLError)
    throw badInput('document', shortenMessage(`\`document\` must be able to run: ${document.message}`));
  const operation = getOperationAST(document, operationName);
  if (!operation) throw badInput('operationName', '`operationName` must name an operation of the document');
  const cost = compileCost(schema, document, operation);
  const values = variables ?? {};
  return { estimate: cost.estimate(values), largestList: cost.mostExpensiveList(values) };
}
