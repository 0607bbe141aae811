import { fold } from '../search/fold.js';

/** Patterns of small talk around a question, by kind. Each matches a part of a sentence after case folding. */
const phrases = {
  greetings: [
    '(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|dear)(?: (?:there|team|all|everyone|everybody|support|guys|folks|again|sir|madam|sirs|to whom it may concern|[a-z]+ (?:team|support)))*',
    'hallo|moin|servus|guten (?:tag|morgen|abend)|bonjour|salut|bonsoir|hola|buenos dias|buenas tardes|ciao|buongiorno|ola|bom dia',
    'こんにちは|こんばんは|はじめまして|おはようございます|お世話になっております|你好|您好|안녕하세요',
    'how are you(?: doing)?(?: today)?|hope (?:you are|youre|this (?:mail|email|message) finds you) (?:well|doing well)|i hope (?:you are|youre) (?:well|doing well)',
  ],
  thanks: [
    '(?:ok |okay |great |perfect )?(?:many |big )?(?:thanks|thank you|thx|ty|cheers)(?: (?:a lot|a million|so much|very much|again|in advance|for (?:your|the|all|any) [a-z ]{1,40}|everyone|team|guys))*',
    'i (?:really )?appreciate (?:it|that|your [a-z ]{1,30})|much appreciated',
    'danke(?: schon| sehr| im voraus)?|vielen dank(?: im voraus)?|merci(?: beaucoup)?|gracias|muchas gracias|grazie(?: mille)?|obrigad[oa]',
    'ありがとう|ありがとうございます|ありがとうございました|谢谢|謝謝|감사합니다',
  ],
  closings: [
    '(?:best|kind|warm|kindest|warmest)(?: regards| wishes)?|regards|sincerely|yours(?: sincerely| truly)?|bye(?: bye)?|good ?bye|see you(?: later| soon)?|take care|have a (?:nice|good|great|lovely) (?:day|one|evening|weekend|week)(?: ahead)?|talk (?:soon|later)',
    'viele grusse|liebe grusse|mfg|mit freundlichen grussen|tschuss|cordialement|saludos|よろしくお願いします|よろしくお願いいたします',
  ],
  answers: [
    '(?:ok|okay|k|yes|yeah|yep|yup|no|nope|nah|sure|great|perfect|awesome|cool|nice|good|fine|excellent|wonderful|alright|right|exactly|correct|indeed|understood|noted|done|maybe|lol|haha|hmm|oh|ah|wow|sorry|please|got it|i see|no problem|no worries|of course|never ?mind|sounds good|makes sense|will do|let me (?:try|check)(?: (?:it|that|this))?|i will (?:try|check)(?: (?:it|that|this))?|ill (?:try|check)(?: (?:it|that|this))?|one moment|just a moment)',
    '(?:that|it|this)(?: (?:all|now|really))?(?: is| has|s)? ?(?:works?|worked|helps?|helped|did it|solved it|fixed it|solved|fixed|great|perfect|fine|all|working|resolved)(?: now| perfectly| great| the problem| my problem| the issue| for me| a lot)*',
  ],
  openings: [
    '(?:i have|ive got|i got|just|here is)? ?(?:a|another|one more|one|some) ?(?:quick |small |short |simple )?questions?(?: for you| please)?',
    '(?:can|could|would) (?:you|someone|anyone|somebody) (?:please )?help(?: me)?(?: out)?(?: please| with (?:this|that|something))?|(?:please )?help(?: me)?(?: please)?|i need (?:some |your )?help|is (?:anyone|anybody|someone) (?:there|here)|are you (?:there|a (?:bot|human|real person))|anyone there|quick question|question|hilfe',
  ],
};

const smallTalk = new RegExp(`^(?:${Object.values(phrases).flat().join('|')})$`, 'u');
const closingLine = new RegExp(`^(?:${[...phrases.closings, ...phrases.thanks].join('|')})$`, 'u');
const maxLength = 120;

/** Reports whether a sentence is small talk, such as a greeting, thanks or a short answer, or has no words. */
export function isSmallTalk(sentence: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(sentence)) return true;
  return sentence.length <= maxLength && splitClauses(sentence).every((piece) => smallTalk.test(piece));
}

/** Reports whether a line closes a message, so that a name may follow. */
export function isClosing(line: string): boolean {
  return (
    line.length <= maxLength && /\p{L}/u.test(line) && splitClauses(line).every((piece) => closingLine.test(piece))
  );
}

const openingPhrase = new RegExp(
  `^(?:(?:${[...phrases.greetings, ...phrases.thanks].join('|')}|ok|okay|yes|no|sorry|well|so|and|but|also|please|(?:and )?(?:one more|another|a|quick|next) ?(?:quick )?(?:question|thing))(?:\\s*[,.!:–—-]+\\s*|\\s+(?=i |i'|my |how |what |why |where |when |can |could |is |do |does )))+`,
  'iu',
);

/** Returns a sentence without its greeting. Returns the whole sentence if nothing follows the greeting. */
export function withoutOpening(sentence: string): string {
  const rest = sentence.slice(0, maxLength).replace(openingPhrase, '') + sentence.slice(maxLength);
  return /[\p{L}\p{N}]/u.test(rest) ? rest.trim() : sentence.trim();
}

function splitClauses(sentence: string): string[] {
  return fold(sentence)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}\p{M}\s]+/u)
    .map((piece) => piece.trim().replace(/\s+/g, ' '))
    .filter(Boolean);
}
