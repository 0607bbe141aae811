/**
 * Faults that providers make in translations, by name. A translation that only reorders words and tags has no fault.
 */
export const translationFaults = {
  'drops a tag': (answer: string) => answer.replace(/<x\d+\/>|<x(\d+)>.*?<\/x\1>/, ''),
  'drops an end tag': (answer: string) => answer.replace(/<\/x\d+>/, ''),
  'repeats a tag': (answer: string) => answer.replace(/<x\d+\/>|<x(\d+)>.*?<\/x\1>/, '$& $&'),
  'swaps two tags': (answer: string) => answer.replace(/(<x\d+\/>)(.*?)(<x\d+\/>)/, '$3$2$1'),
  'nests tags wrongly': (answer: string) => answer.replace(/(<\/x\d+>)(\s*)(<\/?x\d+\/?>)/, '$3$2$1'),
  'adds a tag': (answer: string) => `${answer} <x99/>`,
  'adds markup': (answer: string) => `## **${answer}**`,
  'adds a table': (answer: string) => `| ${answer} | b |\n| --- | --- |\n| c | d |`,
  'adds HTML': (answer: string) => `<script>alert(1)</script>${answer}`,
  'adds block tags': (answer: string) => `{% endhint %}\n\n${answer}\n\n{% hint style="info" %}`,
  'adds a code fence': (answer: string) => `\`\`\`\n${answer}\n\`\`\``,
  'begins like a list': (answer: string) => `- ${answer}\n- and more`,
  'begins like a heading': (answer: string) => `# ${answer}\n\n---\n`,
  'adds Markdown characters': (answer: string) => `*${answer}_ | ~~ \\ [a]: b :rocket: $$ &amp; ]( `,
  'adds white space': (answer: string) => ` \n ${answer} \n`,
  'returns nothing': () => '',
  'returns too much': (answer: string) => answer.repeat(1_000).slice(0, 100_000),
  'returns half of a surrogate pair': (answer: string) => `${answer}\uD83D`,
} satisfies { [name: string]: (answer: string) => string };
