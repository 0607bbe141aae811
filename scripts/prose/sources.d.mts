/** A text that people read, and where it begins. */
export interface PlacedText {
  /** File, or file and JSON path. */
  place: string;
  /** From 1. */
  line: number;
  text: string;
}

/** Descriptions of a GraphQL schema. */
export function graphDescriptions(place: string, sdl: string): PlacedText[];

/** Descriptions and summaries of an OpenAPI document. */
export function restDescriptions(place: string, document: object): PlacedText[];
