/** A parsed source file. */
export interface ParsedSource {
  /** Path of the file. */
  place: string;
  source: string;
  program: object;
  comments: object[];
}

/** Parses a source file. */
export function parseSource(place: string, source: string): ParsedSource;
