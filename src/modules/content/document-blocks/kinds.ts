import type { BlockType } from '../../../engine/text/document/nodes/nodes.js';
import type { MemberName } from './members.js';

/** A kind of block: its types in the document format, and the names of its members. */
export interface BlockKind {
  types: readonly BlockType[];
  description: string;
  members?: readonly MemberName[];
}

/** Kinds of blocks by the name of their object type. Source: docs/document-format.md. */
export const kinds: Readonly<Record<string, BlockKind>> = {
  ParagraphBlock: { types: ['paragraph'], description: 'A paragraph.', members: ['align'] },
  HeadingBlock: {
    types: ['heading-1', 'heading-2', 'heading-3'],
    description: 'A heading.',
    members: ['level', 'anchor', 'align'],
  },
  OrderedListBlock: { types: ['list-ordered'], description: 'A list with numbers.', members: ['start'] },
  UnorderedListBlock: { types: ['list-unordered'], description: 'A list without numbers.' },
  TaskListBlock: { types: ['list-tasks'], description: 'A list of tasks.' },
  ListItemBlock: { types: ['list-item'], description: 'An item of a list.', members: ['checked'] },
  QuoteBlock: { types: ['blockquote'], description: 'A quotation.' },
  DividerBlock: { types: ['divider'], description: 'A line between blocks.' },
  HintBlock: { types: ['hint'], description: 'A hint.', members: ['style'] },
  CodeBlock: {
    types: ['code'],
    description: 'Lines of code.',
    members: ['code', 'syntax', 'info', 'title', 'overflow', 'lineNumbers', 'fullWidth'],
  },
  CodeLineBlock: { types: ['code-line'], description: 'A line of code.' },
  MathBlock: { types: ['math'], description: 'A formula.', members: ['formula'] },
  ImagesBlock: {
    types: ['images'],
    description: 'One or more pictures.',
    members: ['imageAlign', 'fullWidth', 'withFrame'],
  },
  ImageBlock: {
    types: ['image'],
    description: 'A picture.',
    members: ['ref', 'refDark', 'alt', 'width', 'height', 'caption'],
  },
  DrawingBlock: { types: ['drawing'], description: 'A drawing.', members: ['ref', 'alt'] },
  EmbedBlock: {
    types: ['embed'],
    description: 'Content of another site.',
    members: ['url', 'fullWidth', 'caption'],
  },
  FileBlock: { types: ['file'], description: 'A file for download.', members: ['ref', 'caption'] },
  ContentRefBlock: { types: ['content-ref'], description: 'A link to other content, as a card.', members: ['ref'] },
  ReusableContentBlock: { types: ['reusable-content'], description: 'A text that pages share.', members: ['ref'] },
  TabsBlock: { types: ['tabs'], description: 'Tabs.', members: ['fullWidth'] },
  TabBlock: { types: ['tabs-item'], description: 'One tab.', members: ['title'] },
  StepperBlock: { types: ['stepper'], description: 'Steps.' },
  StepBlock: { types: ['stepper-step'], description: 'One step.', members: ['icon'] },
  ExpandableBlock: {
    types: ['expandable'],
    description: 'Blocks that readers can hide.',
    members: ['summary', 'open'],
  },
  TableBlock: {
    types: ['table'],
    description: 'A table. `blocks` are the blocks of its cells.',
    members: ['definition', 'records', 'view', 'fullWidth'],
  },
  OpenAPIBlock: {
    types: ['swagger', 'openapi-operation'],
    description: 'An operation of an OpenAPI document.',
    members: ['ref', 'path', 'method', 'expanded', 'fullWidth'],
  },
  OpenAPIWebhookBlock: {
    types: ['openapi-webhook'],
    description: 'A webhook of an OpenAPI document.',
    members: ['ref', 'name', 'method'],
  },
  OpenAPISchemasBlock: {
    types: ['openapi-schemas'],
    description: 'Schemas of an OpenAPI document.',
    members: ['ref', 'schemas', 'grouped'],
  },
};

/** Name of the object type for each type of block. */
export const blockKindByType: ReadonlyMap<string, string> = new Map(
  Object.entries(kinds).flatMap(([name, { types }]) => types.map((type) => [type, name] as const)),
);
