import { parseEmoji } from '../../base/emoji/emoji.js';
import { ContentError, type Json, type Manifest } from '../../base/types.js';
import { manifestIndex } from '../../tree/manifest/page-index.js';
import { flagFields, storedFields } from '../../tree/pages/field-names.js';
import { variableProblem } from '../../tree/pages/variables.js';
import { checkFields } from '../edit/page-fields.js';
import { checkText } from '../edit/page-rules.js';
import type { Conflict, PageTextHunk } from './conflict.js';
import type { Resolution } from './resolution.js';

/** The conflict and the manifests against which a resolution is checked. */
interface ResolutionContext {
  conflict: Conflict;
  /** The hunk that the resolution is about; null if it is about the whole conflict. */
  hunk: PageTextHunk | null;
  ours: Manifest;
  theirs: Manifest;
  pointer: string;
}

/**
 * Rejects a resolution that does not fit its conflict: `both` for anything except text, and values that an edit could
 * not set.
 * @returns the resolution to store; a `value` of null removes the field or object
 * @throws ContentError with a pointer to `choice` or `value`
 */
export function checkResolution({ choice, value }: Resolution, context: ResolutionContext): Resolution {
  const { conflict, pointer } = context;
  if (choice === 'value') return { choice, value: checkedValue(value ?? null, context) };
  if (value !== undefined && value !== null)
    throw new ContentError('`value` must be absent unless `choice` is VALUE', `${pointer}/value`);
  if (choice === 'both' && conflict.kind !== 'page_text')
    throw new ContentError(`\`choice\` must be OURS, THEIRS or VALUE: only texts have both`, `${pointer}/choice`);
  return { choice };
}

function checkedValue(value: Json, context: ResolutionContext): Json {
  const { conflict, pointer } = context;
  const refuse = (rule: string, at = 'value') => {
    throw new ContentError(`\`${at}\` ${rule}`, `${pointer}/${at}`);
  };
  switch (conflict.kind) {
    case 'page_text':
      if (!context.hunk && conflict.hunks.length > 1)
        refuse(`must name one hunk to give it a value: the text has ${conflict.hunks.length}`, 'conflict');
      if (typeof value !== 'string') throw refuse('must be the text of the lines');
      checkText('value', value, `${pointer}/value`);
      return value;
    case 'page_field':
      return checkedField(conflict.field, value, `${pointer}/value`);
    case 'variable': {
      const problem = value === null ? null : variableProblem(conflict.name, value);
      if (problem) refuse(problem);
      return value;
    }
    case 'page_moved':
      if (!isPossibleParent(value, conflict.pageId, context))
        refuse(`must be null or the id of another document or group (got ${JSON.stringify(value)})`);
      return value;
    default:
      throw refuse(`must be OURS or THEIRS for ${expectedValues[conflict.kind]}`, 'choice');
  }
}

const expectedValues = {
  page_deleted: 'a page that is deleted or not',
  file: 'a file',
  reusable_content: 'reusable content',
  root: 'the root of the content',
};

/** Returns a value for a field, checked with the rules of an edit. Returns null for an empty text and for false. */
function checkedField(field: string, value: Json, pointer: string): Json {
  if (!(storedFields as readonly string[]).includes(field))
    throw new ContentError(`\`value\` must be absent for the field ${field}: choose OURS or THEIRS`, pointer);
  const isFlag = (flagFields as readonly string[]).includes(field);
  if (value !== null && typeof value !== (isFlag ? 'boolean' : 'string'))
    throw new ContentError(
      `\`value\` must be ${isFlag ? 'a boolean' : 'text'} (got ${JSON.stringify(value)})`,
      pointer,
    );
  if (!isFlag) checkFields({ [field]: value ?? '' }, pointer);
  if (value === '' || value === false) return null;
  return field === 'emoji' && typeof value === 'string' ? parseEmoji(value)! : value;
}

function isPossibleParent(value: Json, pageId: string, { ours, theirs }: ResolutionContext): boolean {
  if (value === null) return true;
  if (typeof value !== 'string' || value === pageId) return false;
  const page = (manifestIndex(ours).pageById.get(value) ?? manifestIndex(theirs).pageById.get(value))?.page;
  return page?.type === 'document' || page?.type === 'group';
}
