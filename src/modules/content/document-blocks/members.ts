import { describeFromNames, documentedEnum } from '../../../api/graphql/schema/enums.js';
import { inlineText, leafText } from '../../../engine/text/document/nodes/inline-text.js';
import type { Block, Fragment, Inline, Text } from '../../../engine/text/document/nodes/nodes.js';
import { ContentReference } from '../revisions/scalars.js';

// Members of blocks as GraphQL fields: the type, description and resolver of each.

/** A member of a kind of block. */
export interface Member {
  /** Type of the field: the name of a scalar, or a reference of the builder. */
  type: unknown;
  description: string;
  /** Set if the member is always present. */
  isRequired?: true;
  /** Reads the member; by default, the member of `data` with the name of the field. */
  read?: (block: Block) => unknown;
}

function enumOfWords(name: string, description: string, values: string) {
  return documentedEnum(name, description, describeFromNames(values.split(' ')));
}

const TextAlignment = enumOfWords('TextAlignment', 'Alignment of a text.', 'start center end');
const ImageAlignment = enumOfWords('ImageAlignment', 'Alignment of images.', 'left center right');
const HintStyle = enumOfWords('HintStyle', 'Kind of a hint.', 'info warning danger success');
const CodeOverflow = enumOfWords('CodeOverflow', 'Treatment of long lines of code.', 'scroll wrap');

const flag = (description: string): Member => ({ type: 'Boolean', description });
const text = (description: string): Member => ({ type: 'String', description });
const reference = (description: string): Member => ({ type: ContentReference, description });
const length = (description: string): Member => ({ type: 'JSON', description });

/** Members by field name. */
export const members = {
  align: { type: TextAlignment, description: 'Alignment of the text; null for that of the page.' },
  imageAlign: { type: ImageAlignment, description: 'Alignment; null for the default.', read: ({ data }) => data.align },
  level: { type: 'Int', description: 'Level of the heading, 1 to 3.', isRequired: true, read: headingLevel },
  anchor: { ...text('Id of the heading in addresses: the part after `#`.'), read: ({ meta }) => meta?.id },
  start: { type: 'Int', description: 'Number of the first item; null for 1.' },
  checked: flag('Whether the task is done; null for an item that is not a task.'),
  style: { type: HintStyle, description: 'Kind of the hint.', isRequired: true },
  title: text('Title; null for none.'),
  syntax: text('Language of the code; null if it is not known.'),
  info: text('The rest of the info string of the code; null for none.'),
  code: { ...text('The code, its lines separated by line breaks.'), isRequired: true, read: codeText },
  overflow: { type: CodeOverflow, description: 'Treatment of long lines; null for the default.' },
  lineNumbers: flag('Whether lines have numbers.'),
  fullWidth: flag('Whether it is as wide as the page.'),
  withFrame: flag('Whether it has a frame.'),
  formula: { ...text('The formula as TeX.'), isRequired: true },
  ref: reference('Target of the block.'),
  refDark: reference('The picture in the dark theme; null for the same.'),
  alt: text('Text for those who do not see the picture; null for none.'),
  width: length('Width, in pixels or as `{ unit, value }`; null for that of the picture.'),
  height: length('Height, in pixels or as `{ unit, value }`; null for that of the picture.'),
  caption: { ...text('Caption without marks; null for none.'), read: (block) => fragmentText(block, 'caption') },
  url: { ...text('Address of what it shows.'), isRequired: true },
  summary: {
    ...text('Text that is always visible.'),
    isRequired: true,
    read: (block) => fragmentText(block, 'expandable-title') ?? '',
  },
  open: flag('Whether it is open at first.'),
  icon: text('Icon; null for none.'),
  path: text('Path of the operation.'),
  method: text('Method of the operation or webhook.'),
  name: text('Name of the webhook.'),
  schemas: { type: ['String'], description: 'Names of the schemas.' },
  grouped: flag('Whether the schemas are in one group.'),
  expanded: flag('Whether the operation is open at first.'),
  definition: { type: 'JSONObject', description: 'Columns by their ids, as in docs/document-format.md.' },
  records: { type: 'JSONObject', description: 'Rows by their ids: values of cells by the ids of columns.' },
  view: { type: 'JSONObject', description: 'Look of the table: a grid or cards, and the order of columns.' },
} as const satisfies Record<string, Member>;

/** Name of a member. */
export type MemberName = keyof typeof members;

function headingLevel({ type }: Block): number {
  return Number(type.slice('heading-'.length));
}

function codeText(block: Block): string {
  return blocksIn(block.nodes).map(blockText).join('\n');
}

/** Returns those nodes that are blocks. */
function blocksIn(nodes: readonly (Block | Inline | Text)[] | undefined): Block[] {
  return (nodes ?? []).filter((node) => node.object === 'block');
}

/** Returns the texts and inlines that are directly in a block. */
export function inlinesIn({ nodes }: Block): (Inline | Text)[] {
  return (nodes ?? []).filter((node) => node.object !== 'block');
}

/** Returns the text of a block and of the blocks in it, without marks. */
export function blockText(block: Block): string {
  const inner = blocksOf(block).map(blockText);
  const inlines = inlinesIn(block);
  const own =
    block.type === 'code-line' ? leafText(inlines.filter((node) => node.object === 'text')) : inlineText(inlines);
  return [own, ...inner].filter((one) => one !== '').join('\n');
}

/**
 * Returns the blocks that are directly in a block or in one of its fragments. Omits the fragments of the caption and
 * the summary.
 */
export function blocksOf({ nodes, fragments = [] }: Block): Block[] {
  const inner = fragments.filter((fragment) => !/^(caption|expandable-title)$/.test(fragmentName(fragment)));
  return [...blocksIn(nodes), ...inner.flatMap((fragment) => fragment.nodes)];
}

function fragmentText({ fragments = [] }: Block, name: string): string | undefined {
  return fragments
    .find((fragment) => fragmentName(fragment) === name)
    ?.nodes.map(blockText)
    .join('\n');
}

function fragmentName({ fragment, type }: Fragment): string {
  return fragment ?? type ?? '';
}
