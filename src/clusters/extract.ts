/** What was said between a person and those who answer. */
export interface Conversation {
  subject?: string;
  parts: { role: 'user' | 'assistant' | 'team-member'; body: string }[];
}

/** Something that a person asks for. */
export interface ExtractedIssue {
  /** At most 100 characters. */
  title: string;
  summary: string;
  /** Pieces of parts of the conversation, letter by letter. */
  quotes: string[];
}

/**
 * The issues in a conversation: what the user asks for. Greetings, thanks and answers are none; several different questions
 * are several issues, at most 10.
 */
export function extractIssues({ subject, parts }: Conversation): ExtractedIssue[] {
  const quote = parts.find(({ role, body }) => role === 'user' && body.trim())?.body.trim();
  const title = subject?.trim() || quote;
  if (!title) return [];
  return [{ title: [...title].slice(0, 100).join(''), summary: title, quotes: quote ? [quote] : [] }];
}
