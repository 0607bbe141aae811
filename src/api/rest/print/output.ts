/** Maximum length of printed text that stays text, in characters. Longer text is converted to bytes. */
const pieceLength = 65_536;

/** Collects the JSON of a response as text, and converts long parts to bytes. */
export class Output {
  text = '';
  readonly #pieces: Buffer[] = [];
  /** Whether the open object has no member yet. */
  #isFirst = true;

  /** Adds JSON. */
  add(json: string): undefined {
    this.text += json;
  }
  /**
   * Begins an object.
   * @param constants members with fixed values, as JSON
   */
  open(constants: string): void {
    this.text += `{${constants}`;
    this.#isFirst = constants === '';
  }
  /**
   * Begins a member of the open object.
   * @param label as `memberPrefix` returns it
   */
  member(label: string): void {
    this.text += this.#isFirst ? label.slice(1) : label;
    this.#isFirst = false;
  }
  /** Ends the open object. */
  close(): void {
    this.text += '}';
    this.#isFirst = false;
  }

  /**
   * Converts the text to bytes if it is long.
   * @returns whether the text was converted
   */
  cut(): boolean {
    const isLong = this.text.length > pieceLength;
    if (isLong) this.#take();
    return isLong;
  }
  /** Adds JSON that was printed elsewhere. */
  addBytes(bytes: Buffer): void {
    this.#take();
    this.#pieces.push(bytes);
  }
  /** Returns the whole JSON; a short one as text. */
  end(): string | Buffer {
    if (this.#pieces.length === 0) return this.text;
    this.#take();
    return Buffer.concat(this.#pieces);
  }
  #take(): void {
    this.#pieces.push(Buffer.from(this.text));
    this.text = '';
  }
}

/** Returns the text before the value of a member: a comma, the name and a colon. */
export function memberPrefix(name: string): string {
  return `,${JSON.stringify(name)}:`;
}
