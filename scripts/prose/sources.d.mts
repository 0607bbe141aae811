/** A text that people read, and its place. */
export interface PlacedText {
  /** File, or file and JSON path. */
  place: string;
  /** Line on which the text begins, from 1. */
  line: number;
  text: string;
}

/** Returns the descriptions of a GraphQL schema. */
export function graphDescriptions(place: string, sdl: string): PlacedText[];

/** Returns the descriptions and summaries of an OpenAPI document. */
export function restDescriptions(place: string, document: object): PlacedText[];
