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
export function specificationBlocks(printing: PrintState, view: SpecificationView): PrintBlock[] {
  const pieces =
    view.kind === 'schemas'
      ? view.schemas.flatMap((schema) => schemaPieces(printing, schema))
      : operation(printing, view);
  return view.isCut ? [...pieces, line(printing, [plainRun('There is more than can be shown here.')])] : pieces;
}

function operation(printing: PrintState, view: OperationView): PrintBlock[] {
  const { title, method, path, description, isDeprecated, servers, security, parameters, request, responses } = view;
  const address = [plainRun(`${method} `, { mono: true, bold: true }), plainRun(path, { mono: true })];
  return [
    head(printing, title || `${method} ${path}`, 14),
    line(printing, isDeprecated ? [...address, plainRun('  deprecated', { color: colors.muted })] : address),
    ...described(printing, description),
    ...fact(printing, 'Servers', servers),
    ...fact(printing, 'Credentials', security),
    ...(parameters.length > 0 ? [head(printing, 'Parameters', 11.5), parametersTable(printing, parameters)] : []),
    ...(request ? requestPieces(printing, request) : []),
    ...(responses.length > 0 ? [head(printing, 'Responses', 11.5)] : []),
    ...responses.flatMap((response) => responsePieces(printing, response)),
  ];
}

function requestPieces(
  printing: PrintState,
  { isRequired, description, bodies }: NonNullable<OperationView['request']>,
): PrintBlock[] {
  return [
    head(printing, `Request body${isRequired ? ' (required)' : ''}`, 11.5),
    ...described(printing, description),
    ...bodies.flatMap((body) => bodyPieces(printing, body)),
  ];
}

function responsePieces(printing: PrintState, { status, description, headers, bodies }: ResponseView): PrintBlock[] {
  return [
    head(printing, status, textSize),
    ...described(printing, description),
    ...membersTable(printing, 'Header', headers),
    ...bodies.flatMap((body) => bodyPieces(printing, body)),
  ];
}

function bodyPieces(printing: PrintState, { mediaType, schema }: BodyView): PrintBlock[] {
  const runs = [plainRun(`${mediaType} `, { mono: true }), plainRun(schema.type, { color: colors.muted })];
  return [line(printing, runs), ...schemaContent(printing, schema)];
}

function schemaPieces(printing: PrintState, schema: SchemaView & { name: string }): PrintBlock[] {
  const type = schema.type === schema.name ? [] : [line(printing, [plainRun(schema.type, { color: colors.muted })])];
  return [head(printing, schema.name, 14), ...type, ...schemaContent(printing, schema)];
}

function schemaContent(printing: PrintState, { description, facts, members }: SchemaView): PrintBlock[] {
  return [
    ...described(printing, description),
    ...factLine(printing, facts),
    ...membersTable(printing, 'Name', members),
  ];
}

function parametersTable(printing: PrintState, parameters: readonly ParameterView[]): PrintBlock {
  const rows = parameters.map((parameter) => [
    nameCell(printing, parameter.name, parameter),
    [line(printing, [plainRun(parameter.in)])],
    [line(printing, [plainRun(parameter.type)])],
    [...described(printing, parameter.description), ...factLine(printing, parameter.facts)],
  ]);
  return table(['Name', 'In', 'Type', 'Description'], rows);
}

/** Returns a table of members with their paths, including nested members. */
function membersTable(printing: PrintState, title: string, members: readonly MemberView[]): PrintBlock[] {
  const rows = [...flattenMembers(members)].map(([path, member]) => [
    nameCell(printing, path, member),
    [line(printing, [plainRun(member.type)])],
    [...described(printing, member.description), ...factLine(printing, member.facts)],
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
  printing: PrintState,
  name: string,
  { isRequired, isDeprecated }: { isRequired: boolean; isDeprecated: boolean },
): PrintBlock[] {
  const words = [isRequired && 'required', isDeprecated && 'deprecated'].filter(Boolean).join(', ');
  const signs = words ? [plainRun(`  ${words}`, { color: colors.muted })] : [];
  return [line(printing, [plainRun(name, { mono: true }), ...signs])];
}

function fact(printing: PrintState, name: string, texts: readonly string[]): PrintBlock[] {
  return texts.length > 0 ? factLine(printing, [`${name}: ${texts.join(' or ')}`]) : [];
}

function factLine(printing: PrintState, facts: readonly string[]): PrintBlock[] {
  return facts.length > 0 ? [line(printing, [plainRun(facts.join(' · '), { color: colors.muted })])] : [];
}

function described({ room, read }: PrintState, description: string | undefined): PrintBlock[] {
  return description === undefined || room.left <= 0 ? [] : read(descriptionNodes(description));
}

function head(printing: PrintState, title: string, size: number): PrintBlock {
  return line(printing, [plainRun(title, { bold: true })], { size, heading: true });
}

function line({ room }: PrintState, runs: Run[], more: { size?: number; heading?: boolean } = {}): PrintBlock {
  for (const { text } of runs) spendText(room, text);
  return textPrintBlock(runs, more);
}
