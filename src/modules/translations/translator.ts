/** A text that a provider is asked for. */
export interface TextToTranslate {
  /** With numbered tags for what must not change: `Press <x0>Save</x0>, then <x1/>.` */
  text: string;
  /** Terms of the glossary in it, with their translations. */
  terms: readonly (readonly [term: string, translation: string])[];
  /** The rule that the answer before this one broke; absent where it is asked for the first time. */
  broken?: string;
}

/** What a provider is asked. */
export interface Asked {
  texts: readonly TextToTranslate[];
  /** Codes of the languages that they are in, and translated to. */
  from: string;
  to: string;
  /** What the translation says of its texts, as Markdown; empty for nothing. */
  instructions: string;
}

/** A provider of translations. */
export interface Translator {
  /** Tells it from others, and from itself where it answers otherwise: what is remembered is what this one answered. */
  name: string;
  /** Texts that it takes at once, and their characters. */
  atOnce: { items: number; bytes: number };
  /** How often it is asked at the same time. */
  concurrency: number;
  /**
   * The translations, in the order of the texts, as they come: nothing is checked. Null for one that it gave no answer for.
   * @throws where it cannot be asked, or says nothing of use.
   */
  translate(asked: Asked, signal: AbortSignal): Promise<(string | null)[]>;
}
