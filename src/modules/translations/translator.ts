/** A text to request from a provider. */
export interface TextToTranslate {
  /** Text with numbered tags for parts that must not change: `Press <x0>Save</x0>, then <x1/>.` */
  text: string;
  /** Glossary terms that occur in the text, with their translations. */
  terms: readonly (readonly [term: string, translation: string])[];
  /** Rule that the previous translation of the text broke; absent in the first request. */
  broken?: string;
}

/** Request to a provider. */
export interface TranslationRequest {
  texts: readonly TextToTranslate[];
  /** Codes of the languages to translate from and to. */
  from: string;
  to: string;
  /** Instructions of the translation, as Markdown; empty for none. */
  instructions: string;
}

/** A provider of translations. */
export interface Translator {
  /** Name that identifies the provider and its behavior. Stored translations belong to a name. */
  name: string;
  /** Maximum number of texts in one request, and their maximum total length in characters. */
  atOnce: { items: number; bytes: number };
  /** Number of concurrent requests. */
  concurrency: number;
  /**
   * Returns unchecked translations, in the order of the texts, with null for a text without a translation.
   * @throws if the provider cannot be reached, or returns nothing usable.
   */
  translate(request: TranslationRequest, signal: AbortSignal): Promise<(string | null)[]>;
}
