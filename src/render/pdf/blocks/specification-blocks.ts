import { descriptionNodes } from '../../../engine/openapi/view/description-nodes.js';
import type {
  BodyView,
  MemberView,
  OperationView,
  ParameterView,
  ResponseView,
  SchemaView,
  SpecificationView,
} from '../../../engine/openapi/view/views.js';
import type { DocumentNode } from '../../../engine/text/document/node-shape.js';
import { colors, type PrintBlock, plainRun, type Run, textPrintBlock, textSize } from './print-blocks.js';
import { type SizeBudget, spendText } from './size-budget.js';

/** State for printing a specification. */
export interface PrintState {
  room: SizeBudget;
  /** Converts the blocks of descriptions to print blocks. */
  read(nodes: readonly DocumentNode[]): PrintBlock[];
}

/** Returns the print blocks of an operation, a webhook or schemas, up to the size limit of the page. */
export function specificationBlocks(printState: PrintState, view: SpecificationView): PrintBlock[] {
  const pieces =
    view.kind === 'schemas'
      ? view.schemas.flatMap((schema) => schemaPieces(printState, schema))
      : operation(printState, view);
  return view.isCut ? [...pieces, line(printState, [plainRun('There is more than can be shown here.')])] : pieces;
}

function operation(printState: PrintState, view: OperationView): PrintBlock[] {
  const { title, method, path, description, isDeprecated, servers, security, parameters, request, responses } = view;
  const address = [plainRun(`${method} `, { mono: true, bold: true }), plainRun(path, { mono: true })];
  return [
    head(printState, title || `${method} ${path}`, 14),
    line(printState, isDeprecated ? [...address, plainRun('  deprecated', { color: colors.muted })] : address),
    ...described(printState, description),
    ...fact(printState, 'Servers', servers),
    ...fact(printState, 'Credentials', security),
    ...(parameters.length > 0 ? [head(printState, 'Parameters', 11.5), parametersTable(printState, parameters)] : []),
    ...(request ? requestPieces(printState, request) : []),
    ...(responses.length > 0 ? [head(printState, 'Responses', 11.5)] : []),
    ...responses.flatMap((response) => responsePieces(printState, response)),
  ];
}

function requestPieces(
  printState: PrintState,
  { isRequired, description, bodies }: NonNullable<OperationView['request']>,
): PrintBlock[] {
  return [
    head(printState, `Request body${isRequired ? ' (required)' : ''}`, 11.5),
    ...described(printState, description),
    ...bodies.flatMap((body) => bodyPieces(printState, body)),
  ];
}

function responsePieces(printState: PrintState, { status, description, headers, bodies }: ResponseView): PrintBlock[] {
  return [
    head(printState, status, textSize),
    ...described(printState, description),
    ...membersTable(printState, 'Header', headers),
    ...bodies.flatMap((body) => bodyPieces(printState, body)),
  ];
}

function bodyPieces(printState: PrintState, { mediaType, schema }: BodyView): PrintBlock[] {
  const runs = [plainRun(`${mediaType} `, { mono: true }), plainRun(schema.type, { color: colors.muted })];
  return [line(printState, runs), ...schemaContent(printState, schema)];
}

function schemaPieces(printState: PrintState, schema: SchemaView & { name: string }): PrintBlock[] {
  const type = schema.type === schema.name ? [] : [line(printState, [plainRun(schema.type, { color: colors.muted })])];
  return [head(printState, schema.name, 14), ...type, ...schemaContent(printState, schema)];
}

function schemaContent(printState: PrintState, { description, facts, members }: SchemaView): PrintBlock[] {
  return [
    ...described(printState, description),
    ...factLine(printState, facts),
    ...membersTable(printState, 'Name', members),
  ];
}

function parametersTable(printState: PrintState, parameters: readonly ParameterView[]): PrintBlock {
  const rows = parameters.map((parameter) => [
    nameCell(printState, parameter.name, parameter),
    [line(printState, [plainRun(parameter.in)])],
    [line(printState, [plainRun(parameter.type)])],
    [...described(printState, parameter.description), ...factLine(printState, parameter.facts)],
  ]);
  return table(['Name', 'In', 'Type', 'Description'], rows);
}

/** Returns a table of members with their paths, including nested members. */
function membersTable(printState: PrintState, title: string, members: readonly MemberView[]): PrintBlock[] {
  const rows = [...flattenMembers(members)].map(([path, member]) => [
    nameCell(printState, path, member),
    [line(printState, [plainRun(member.type)])],
    [...described(printState, member.description), ...factLine(printState, member.facts)],
  ]);
  return rows.length > 0 ? [table([title, 'Type', 'Description'], rows)] : [];
}

function* flattenMembers(members: readonly MemberView[], before = ''): Generator<[string, MemberView]> {
  for (const member of members) {
    const name = member.kind === 'variant' ? `(${member.name})` : member.name;
    const path = before === '' ? name : `${before}.${name}`;
    yield [path, member];
    yield* flattenMembers(member.members, path);
  }
}

function table(titles: readonly string[], rows: PrintBlock[][][]): PrintBlock {
  return { kind: 'table', columns: titles.map((title) => ({ title, align: 'left' })), rows, hideHeader: false };
}

function nameCell(
  printState: PrintState,
  name: string,
  { isRequired, isDeprecated }: { isRequired: boolean; isDeprecated: boolean },
): PrintBlock[] {
  const words = [isRequired && 'required', isDeprecated && 'deprecated'].filter(Boolean).join(', ');
  const signs = words ? [plainRun(`  ${words}`, { color: colors.muted })] : [];
  return [line(printState, [plainRun(name, { mono: true }), ...signs])];
}

function fact(printState: PrintState, name: string, texts: readonly string[]): PrintBlock[] {
  return texts.length > 0 ? factLine(printState, [`${name}: ${texts.join(' or ')}`]) : [];
}

function factLine(printState: PrintState, facts: readonly string[]): PrintBlock[] {
  return facts.length > 0 ? [line(printState, [plainRun(facts.join(' · '), { color: colors.muted })])] : [];
}

function described({ room, read }: PrintState, description: string | undefined): PrintBlock[] {
  return description === undefined || room.left <= 0 ? [] : read(descriptionNodes(description));
}

function head(printState: PrintState, title: string, size: number): PrintBlock {
  return line(printState, [plainRun(title, { bold: true })], { size, heading: true });
}

function line({ room }: PrintState, runs: Run[], more: { size?: number; heading?: boolean } = {}): PrintBlock {
  for (const { text } of runs) spendText(room, text);
  return textPrintBlock(runs, more);
}
