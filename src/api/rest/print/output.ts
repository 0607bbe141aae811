/** Characters that become bytes at once. */
const pieceLength = 65_536;

/** The JSON of an answer while it is written: text, of which long parts become bytes on the way. */
export class Output {
  text = '';
  readonly #pieces: Buffer[] = [];
  /** Whether the object that is open has no member yet. */
  #isFirst = true;

  /** Adds JSON. */
  add(json: string): undefined {
    this.text += json;
  }
  /** Begins an object. @param constants members that are always there, as JSON */
  open(constants: string): void {
    this.text += `{${constants}`;
    this.#isFirst = constants === '';
  }
  /** Begins a member. @param label as `labelOf` makes it */
  member(label: string): void {
    this.text += this.#isFirst ? label.slice(1) : label;
    this.#isFirst = false;
  }
  /** Ends an object. */
  close(): void {
    this.text += '}';
    this.#isFirst = false;
  }

  /** Turns the text into bytes if it is long. @returns whether it was */
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
  /** All that was written: a text if it is short. */
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

/** What is written before the value of a member: its name, between the comma after the member before it and its colon. */
export function labelOf(name: string): string {
  return `,${JSON.stringify(name)}:`;
}
