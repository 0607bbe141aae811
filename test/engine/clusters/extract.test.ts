import { describe, expect, it } from 'vitest';
import { extractIssues, textOfIssue } from '../../../src/engine/clusters/extract.js';
import { withinBounds } from '../../support/cost.js';

const user = (body: string) => ({ role: 'user' as const, body });
const titles = (...bodies: string[]): string[] => extractIssues({ parts: bodies.map(user) }).map(({ title }) => title);

const mail = `Hi there,

I can't log in since yesterday. My password isn't accepted any more. How do I reset it?

Also, where do I find my invoice for October?

Thanks in advance,
Ada Example
`;

describe('the issues of a conversation', () => {
  it('are the requests of the user, each with verbatim quotes', () => {
    expect(extractIssues({ parts: [user(mail)] })).toEqual([
      {
        title: "I can't log in since yesterday.",
        summary: "I can't log in since yesterday. My password isn't accepted any more. How do I reset it?",
        quotes: ["I can't log in since yesterday.", "My password isn't accepted any more. How do I reset it?"],
      },
      {
        title: 'Where do I find my invoice for October?',
        summary: 'Also, where do I find my invoice for October?',
        quotes: ['Also, where do I find my invoice for October?'],
      },
    ]);
  });

  it('are separate issues if the user asks several questions in a row', () => {
    const messageText =
      'Hello, how do I change my email? How do I change the color of my site? What does the team plan cost?';
    expect(titles(messageText)).toEqual([
      'How do I change my email?',
      'How do I change the color of my site?',
      'What does the team plan cost?',
    ]);
  });

  it('include later messages that refer to them', () => {
    const issues = extractIssues({
      subject: 'Export',
      parts: [
        user('Hello!'),
        { role: 'assistant', body: 'How can I help you?' },
        user('How do I export my space as PDF?'),
        { role: 'team-member', body: 'Have you tried the menu? Is your browser current?' },
        user('That does not work, it is greyed out'),
      ],
    });
    expect(issues.map(({ title }) => title)).toEqual(['Export']);
    expect(issues[0]!.quotes).toEqual(['How do I export my space as PDF?', 'That does not work, it is greyed out']);
  });

  it('are separate if a later message asks another question', () => {
    expect(titles('The export is empty', 'Great, thanks! One more question: can I invite guests?')).toEqual([
      'The export is empty',
      'Can I invite guests?',
    ]);
  });

  it('do not include small talk', () => {
    for (const body of [
      'Hello',
      'hi there!',
      'Thanks a lot!',
      'ok, thank you, bye',
      'Yes.',
      'That works now, thanks',
      '👍',
      '',
    ])
      expect(titles(body), body).toEqual([]);
    expect(titles('こんにちは。', 'ありがとうございます。', 'Vielen Dank!', 'Can you help me?')).toEqual([]);
  });

  it('do not include messages of others', () => {
    expect(extractIssues({ subject: 'News', parts: [{ role: 'team-member', body: 'How do you like it?' }] })).toEqual(
      [],
    );
    expect(extractIssues({ parts: [{ role: 'assistant', body: 'Where is your card?' }] })).toEqual([]);
  });

  it('consist of the subject if the user has no other request', () => {
    expect(extractIssues({ subject: 'Cannot log in', parts: [user('hello')] })).toEqual([
      { title: 'Cannot log in', summary: 'Cannot log in', quotes: [] },
    ]);
  });

  it('exclude code and citations of earlier mails', () => {
    const body = '> How do I pay?\nThe build fails with this:\n```\nWhere is my error?\n```\n';
    expect(titles(body)).toEqual(['The build fails with this:']);
  });

  it('are found in languages without spaces', () => {
    expect(titles('パスワードを忘れました。リセットできますか？ありがとうございます。')).toEqual([
      'リセットできますか？',
    ]);
  });

  it('have few, short and verbatim quotes', () => {
    const bodies = [
      mail,
      'x'.repeat(1 << 20),
      'Why? '.repeat(50_000),
      '😀 why does it fail '.repeat(3000),
      '\n'.repeat(1e5),
    ];
    const many = Array.from({ length: 30 }, (_, index) => `How does feature${index} of module${index} behave?`).join(
      ' ',
    );
    for (const body of [...bodies, many]) {
      const issues = extractIssues({ parts: [user(body), user(body)] });
      expect(issues.length).toBeLessThanOrEqual(10);
      for (const { title, summary, quotes } of issues) {
        expect(title.length).toBeLessThanOrEqual(100);
        expect(summary.length).toBeLessThanOrEqual(300);
        expect(quotes.length).toBeLessThanOrEqual(5);
        for (const quote of quotes) {
          expect(quote.length).toBeLessThanOrEqual(500);
          expect(body).toContain(quote);
        }
      }
    }
  });

  it('come only from the first 2,000 sentences of the user', () => {
    const filled = (sentences: number) => Array.from({ length: sentences / 100 }, () => 'We wrote this. '.repeat(100));
    const last = 'How do I reset my password?';
    expect(titles(...filled(1900), last)).toContain(last);
    expect(titles(...filled(2000), last)).not.toContain(last);
  });

  it('take constant time per sentence in a long conversation', async () => {
    const ask = (message: number) =>
      Array.from({ length: 8 }, (_, index) => `Where are bolts${message}x${index} or nuts${message}x${index}?`).join(
        ' ',
      );
    const parts = Array.from({ length: 1000 }, (_, message) => user(ask(message)));
    const issues = await withinBounds({ cpu: 1 }, () => extractIssues({ parts }));
    expect(issues).toHaveLength(10);
  });

  it('are described in the words of the user', () => {
    expect(textOfIssue({ title: 'Export', quotes: ['It fails.', 'Why?'] })).toBe('It fails.\nWhy?');
    expect(textOfIssue({ title: 'Cannot log in', quotes: [] })).toBe('Cannot log in');
  });
});
