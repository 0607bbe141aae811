import type { CollectionTag, ScalarTag, Tags } from 'yaml';

/**
 * Scalar tags of YAML 1.1 that the library would convert to JavaScript objects without a JSON form: bytes and dates.
 */
const textTags: readonly ScalarTag[] = ['binary', 'timestamp'].map((name) => ({
  tag: `tag:yaml.org,2002:${name}`,
  resolve: (source) => source,
}));

/**
 * Collection tags of YAML 1.1 that the library would convert to JavaScript objects without a JSON form: sets and
 * ordered maps.
 */
const collectionTags: readonly CollectionTag[] = (
  [
    ['set', 'map'],
    ['omap', 'seq'],
    ['pairs', 'seq'],
  ] as const
).map(([name, collection]) => ({
  tag: `tag:yaml.org,2002:${name}`,
  collection,
  resolve: (node) => node,
}));

/**
 * Adds the tags above to those of the core schema. Values with `!!binary` and `!!timestamp` stay text; `!!set`
 * becomes a plain map.
 */
export const extendCoreTags = (core: Tags): Tags => [...core, ...textTags, ...collectionTags];
