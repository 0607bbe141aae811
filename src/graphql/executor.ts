import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.js';
import { takeTurns } from '../threads/turns.js';
import type { Context } from './context.js';
import { type CostOf, compileCost, maxCost } from './cost.js';
import { formatFailures, formatRefusals } from './format-errors.js';
import { introspectionKey, keepPrinted, toldInTurns } from './introspection.js';
import { limits, limitsRule, tooComplex } from './limits.js';
import { asksForLongLists } from './long-lists.js';
import { requireOneMutation } from './one-mutation.js';
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

/** One call of an operation. */
export interface Call {
  context: Context;
  variables?: Record<string, unknown> | null;
}

/** The one function of the product that executes operations, for GraphQL over HTTP, stored operations and tests. */
export interface Executor {
  schema: GraphQLSchema;
  /** Parses and validates a text once, in turns of the event loop; later calls find it by text and operation name. */
  prepareText(text: string, operationName?: string | null): Promise<Prepared | Refused>;
  /** Points that preparing a text costs: none where it is known, else one for each 500 characters. */
  priceOf(text: string, operationName?: string | null): number;
  /** Makes a stored operation ready; it is exempt from limits and cost. */
  prepare(document: DocumentNode): Prepared;
  /** Runs a prepared operation; `refused` is set where variables or cost forbid it. Never throws. */
  run(prepared: Prepared, call: Call): Promise<ExecutionResult & { refused?: true }>;
}

/** Long texts are not kept, and all kept ones have a bound together: keys are chosen by clients. Sizes in characters. */
const cachedText = {
  maxSize: 8_388_608,
  maxEntrySize: 65_536,
  sizeCalculation: (_: unknown, key: string) => key.length,
};

/** Characters of JSON: clients choose what they ask of the schema, and could fill the memory with its answers. */
const keptAnswers = { maxSize: 4_194_304, maxEntrySize: 2_097_152 };

/**
 * How many mistakes of a refused request are told. Each of a variable is a sentence made of its whole value: a list of
 * 2 MiB that is wrong in every place would keep the process for minutes, and be answered with a hundred megabytes.
 */
const maxErrors = { query: 20, variables: 5 };

/** How an executor is made. */
export interface ExecutorOptions {
  /** False hides the schema, and the suggestions that would leak it. */
  introspection: boolean;
  /** From which call on an operation is compiled, where it can be; default 3. */
  compiledFrom?: number;
}

/** Makes the executor of a schema. */
export function createExecutor(schema: GraphQLSchema, options: ExecutorOptions): Executor {
  const cache = new LRUCache<string, Prepared | Refused>({ max: 1000, ...cachedText });
  const introspections = new LRUCache<string, Promise<Prepared | Refused>>({ max: 50 });
  const answers = new LRUCache<string, ExecutionResult>(keptAnswers);
  const running = { schema, compiledFrom: options.compiledFrom ?? 3 };
  const hideSuggestions = !options.introspection;
  const rules = [limitsRule, storedOnlyRule, ...(hideSuggestions ? [NoSchemaIntrospectionCustomRule] : [])];
  const check = async (document: DocumentNode): Promise<readonly GraphQLError[]> => {
    await takeTurns();
    const refusals = validate(schema, document, rules);
    if (refusals.length > 0) return refusals;
    await takeTurns();
    return validate(schema, document, specifiedRules, { maxErrors: maxErrors.query, hideSuggestions });
  };
  return {
    schema,
    priceOf: (text, operationName) => (cache.has(keyOf(text, operationName)) ? 0 : Math.floor(text.length / 500)),
    async prepareText(text, operationName) {
      const key = keyOf(text, operationName);
      const known = cache.get(key);
      if (known) return known;
      const prepared = await prepareText({ ...running, check, introspections, answers }, text, operationName);
      cache.set(key, prepared);
      return prepared;
    },
    prepare: (document) => prepare(running, document, getOperationAST(document)!),
    run: (prepared, call) => run({ schema, hideSuggestions }, prepared, call),
  };
}

function keyOf(text: string, operationName?: string | null): string {
  return `${operationName ?? ''}\n${text}`;
}

/** Whether a document was refused. */
export function isRefused(prepared: Prepared | Refused): prepared is Refused {
  return 'errors' in prepared;
}

interface Preparation extends Running {
  check(document: DocumentNode): Promise<readonly GraphQLError[]>;
  /** Introspections by what they ask, and their answers. */
  introspections: LRUCache<string, Promise<Prepared | Refused>>;
  answers: LRUCache<string, ExecutionResult>;
}

async function prepareText(
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

function prepare(running: Running, document: DocumentNode, operation: OperationDefinitionNode): Prepared {
  const { schema } = running;
  const way = asksForLongLists(schema, document) ? interpreted(schema) : running;
  return { document, operation, ...runnable(way, document, operation) };
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

interface Rules {
  schema: GraphQLSchema;
  hideSuggestions: boolean;
}

async function run(rules: Rules, prepared: Prepared, call: Call): Promise<ExecutionResult & { refused?: true }> {
  const variables = call.variables ?? {};
  const { context } = call;
  const wrong = wrongVariables(rules, prepared, variables);
  if (wrong) return { refused: true, errors: formatRefusals(wrong, context) };
  try {
    requireOneMutation(prepared, context);
    const cost = chargeFor(prepared, variables);
    await context.charge(cost);
    const { errors, data } = await prepared.execute(context, variables);
    // In one order, however it was run: errors first, as the specification advises.
    return {
      ...(errors && { errors: formatFailures(errors, context) }),
      data,
      ...(prepared.cost && { extensions: { cost } }),
    };
  } catch (error) {
    return { refused: true, errors: formatFailures([error as Error], context) };
  }
}

/**
 * What graphql-js finds wrong with variables; graphql-jit's own check lets two members of a @oneOf through. Those of
 * stored operations come from the REST engine, which has held them against the same types already.
 */
function wrongVariables({ schema, hideSuggestions }: Rules, { operation, cost }: Prepared, variables: object) {
  const definitions = operation.variableDefinitions ?? [];
  if (!cost || definitions.length === 0) return undefined;
  const options = { maxErrors: maxErrors.variables, hideSuggestions };
  return getVariableValues(schema, definitions, variables as Record<string, unknown>, options).errors;
}

/** What a call takes from the caller's budget: its cost; for stored operations 1 and a fiftieth of the page size. */
function chargeFor(prepared: Prepared, variables: Record<string, unknown>): number {
  if (!prepared.cost) return 1 + Number(variables.limit ?? 0) / 50;
  const cost = prepared.cost(variables);
  if (!(cost <= maxCost)) {
    const message = `The cost of a query must be at most ${maxCost}, got ${Math.round(cost)}; ask for smaller pages`;
    throw new AppError('BAD_USER_INPUT', message, { reason: 'QUERY_TOO_COMPLEX' });
  }
  return Math.max(1, cost);
}

function unknownOperation(name?: string | null): GraphQLError {
  const what = name
    ? `No operation named ${JSON.stringify(name)} in the document`
    : 'Name one of the operations of the document in operationName';
  return new GraphQLError(what);
}
