import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { takeTurns } from '../threads/turns.js';
import { type CostOf, compileCost } from './cost.js';
import { introspectionKey, keepPrinted, toldInTurns } from './introspection.js';
import { limits, limitsRule, tooComplex } from './limits.js';
import { type Execute, type Runnable, type Running, runnable } from './running.js';
import { storedOnlyRule } from './stored-only-rule.js';

/** An operation that is parsed and valid: ready to run any number of times. */
export interface Prepared extends Runnable {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  /** Cost of a call; stored operations are trusted and have none. */
  cost?: CostOf;
}

/** What a document that cannot run is answered with: HTTP 400 and these errors. */
export interface Refused {
  errors: readonly GraphQLError[];
}

/** Whether a document was refused. */
export function isRefused(prepared: Prepared | Refused): prepared is Refused {
  return 'errors' in prepared;
}

/** What texts are prepared with, by {@link createPreparation}. */
export interface Preparation extends Running {
  check(document: DocumentNode): Promise<readonly GraphQLError[]>;
  /** Introspections by what they ask, and their answers. */
  introspections: LRUCache<string, Promise<Prepared | Refused>>;
  answers: LRUCache<string, ExecutionResult>;
}

/** Characters of JSON: clients choose what they ask of the schema, and could fill the memory with its answers. */
const keptAnswers = { maxSize: 4_194_304, maxEntrySize: 2_097_152 };

/** How many mistakes of a text are told. */
const maxErrors = 20;

/** Makes what the texts of one schema are prepared with. @param hidesSchema whether introspection and suggestions are off. */
export function createPreparation(running: Running, { hidesSchema }: { hidesSchema: boolean }): Preparation {
  const { schema } = running;
  const rules = [limitsRule, storedOnlyRule, ...(hidesSchema ? [NoSchemaIntrospectionCustomRule] : [])];
  const check = async (document: DocumentNode): Promise<readonly GraphQLError[]> => {
    await takeTurns();
    const refusals = validate(schema, document, rules);
    if (refusals.length > 0) return refusals;
    await takeTurns();
    return validate(schema, document, specifiedRules, { maxErrors, hideSuggestions: hidesSchema });
  };
  return { ...running, check, introspections: new LRUCache({ max: 50 }), answers: new LRUCache(keptAnswers) };
}

/** Parses and validates a text, in turns of the event loop. Introspections that ask the same share one operation. */
export async function prepareText(
  preparation: Preparation,
  text: string,
  operationName?: string | null,
): Promise<Prepared | Refused> {
  try {
    await takeTurns();
    const document = parse(text, { maxTokens: limits.tokens });
    const operation = getOperationAST(document, operationName);
    const key = operation && introspectionKey(document, operation);
    if (!operation || !key) return await checked(preparation, document, { operation, operationName });
    return await knownIntrospection(preparation, key, () => checked(preparation, document, { operation, key }));
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: [isOverTokens(error) ? tooComplex(overTokens) : error] };
  }
}

/** An introspection that others have asked, or ask just now; mistakes are told of each text by itself. */
async function knownIntrospection(
  { introspections }: Preparation,
  key: string,
  prepareIt: () => Promise<Prepared | Refused>,
): Promise<Prepared | Refused> {
  const known = await introspections.get(key);
  if (known && !isRefused(known)) return known;
  const prepared = prepareIt();
  introspections.set(key, prepared);
  return prepared;
}

/** What is asked for: the operation, absent where the document has none of that name; the key of an introspection. */
interface Asked {
  operation: OperationDefinitionNode | null | undefined;
  operationName?: string | null | undefined;
  key?: string;
}

async function checked(
  preparation: Preparation,
  document: DocumentNode,
  { operation, operationName, key }: Asked,
): Promise<Prepared | Refused> {
  const { schema, check } = preparation;
  const errors = await check(document);
  if (errors.length > 0) return { errors };
  if (!operation) return { errors: [unknownOperation(operationName)] };
  if (operation.operation === 'subscription') return { errors: [new GraphQLError('Subscriptions are not served yet')] };
  const cost = compileCost(schema, document, operation);
  await takeTurns();
  if (key === undefined) return { ...prepare(preparation, document, operation), cost };
  const told = prepare(interpreted(toldInTurns(schema)), document, operation);
  return keepAnswer(preparation, key, { ...told, cost });
}

/** The schema does not change: what is asked of it is found out once for all who ask, and kept as long as there is room. */
function keepAnswer({ answers }: Preparation, key: string, prepared: Prepared): Prepared {
  let asked: Promise<ExecutionResult> | undefined;
  const ask = async (...call: Parameters<Execute>): Promise<ExecutionResult> => {
    const answer = await prepared.execute(...call);
    await takeTurns();
    if (answer.data) answers.set(key, answer, { size: Math.max(1, keepPrinted(answer.data)) });
    return answer;
  };
  return {
    ...prepared,
    execute(...call) {
      const known = answers.get(key);
      if (known) return known;
      asked ??= ask(...call).finally(() => {
        asked = undefined;
      });
      return asked;
    },
  };
}

/** Makes an operation ready that is known to be valid. */
export function prepare(running: Running, document: DocumentNode, operation: OperationDefinitionNode): Prepared {
  return { document, operation, ...runnable(running, document, operation) };
}

/** For operations that are done in turns of the event loop, which compiled code knows nothing of. */
function interpreted(schema: GraphQLSchema): Running {
  return { schema, compiledFrom: Number.POSITIVE_INFINITY };
}

const overTokens = `The number of tokens must be at most ${limits.tokens}`;

/** graphql-js tells this only by its text; a test holds the two together. */
function isOverTokens({ message }: GraphQLError): boolean {
  return message.includes(`more that ${limits.tokens} tokens`);
}

function unknownOperation(name?: string | null): GraphQLError {
  const what = name
    ? `No operation named ${JSON.stringify(name)} in the document`
    : 'Name one of the operations of the document in operationName';
  return new GraphQLError(what);
}
