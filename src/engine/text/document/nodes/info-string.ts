/** Members of a code block's data that the info string of its fence contains. */
export interface InfoMembers {
  /** The language: the part before the first space, comma or brace. */
  syntax?: string;
  /**
   * The part after the language, including its separator: `,editable` or ` title="a.js"`. The documented REST API does
   * not have this member.
   */
  info?: string;
  /** Title in the info string: `title="a.js"`. */
  title?: string;
}

/** Parses the info string of a fence. Joining `syntax` and `info` restores the whole string. */
export function readInfoString(text: string): InfoMembers {
  const syntax = /^[^\s,{]*/.exec(text)![0];
  const info = text.slice(syntax.length);
  const title = titleIn(info);
  return { ...(syntax && { syntax }), ...(title && { title }), ...(info && { info }) };
}

/**
 * Joins the members to an info string of one line. Removes a title that is no longer among the members. `saysTitle` is
 * true if the string contains the current title; the title then needs no attribute.
 */
export function writeInfoString({ syntax = '', info = '', title }: InfoMembers): { text: string; saysTitle: boolean } {
  const currentInfo = title === undefined ? info.replace(titles, ' ') : info;
  const separator = syntax && currentInfo && !/^[\s,{]/.test(currentInfo) ? ' ' : '';
  const text = `${syntax}${separator}${currentInfo}`.replace(/[^\S ]+/g, ' ').trim();
  return { text, saysTitle: title !== undefined && titleIn(currentInfo) === title };
}

/** Matches quoted titles in an info string, as other generators write them. */
const titles = /(?:^|\s|(?<=[,{]))title=(?:"([^"]*)"|'([^']*)')/g;

function titleIn(info: string): string | undefined {
  const [match] = info.matchAll(titles);
  return match && (match[1] ?? match[2]);
}
