import { GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Json } from '../../content/types.js';
import { badInput, tellable } from '../../errors.js';
import { ownErrors, parseWithin, standardErrors } from '../../graphql/check-text.js';
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
  const document = parsed(text);
  // What hides the schema hides suggestions; here they are always off.
  const hiding = { hidesSchema: true };
  const [error] = [...ownErrors(schema, document, { hidesSchema: false }), ...standardErrors(schema, document, hiding)];
  if (error) throw refused(error);
  const operation = getOperationAST(document, operationName);
  if (!operation) throw badInput('operationName', '`operationName` must name an operation of the document');
  const cost = compileCost(schema, document, operation);
  const given = variables ?? {};
  return { estimate: cost.estimate(given), largestList: cost.dearest(given) };
}

function parsed(text: string) {
  try {
    return parseWithin(text);
  } catch (error) {
    if (error instanceof GraphQLError) throw refused(error);
    throw error;
  }
}

function refused({ message }: GraphQLError): Error {
  return badInput('document', tellable(`\`document\` must be able to run: ${message}`));
}
