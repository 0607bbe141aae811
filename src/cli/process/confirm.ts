import { createInterface } from 'node:readline/promises';

/** Reports whether stdin and stderr are a terminal, so that a person can answer a question. */
export function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks a question on the terminal, and reports whether the answer is yes. The end of the input counts as no. */
export async function askConfirmation(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.setPrompt(question);
  lines.prompt();
  try {
    for await (const line of lines) return /^y(es)?$/i.test(line.trim());
    return false;
  } finally {
    lines.close();
  }
}
