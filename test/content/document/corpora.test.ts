import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { isReadable } from '../../../src/content/document/effort.js';
import { documentFromMarkdown } from '../../../src/content/document/from-markdown.js';
import { absent, contractFile, corpora, pagesOf, without } from './corpora.js';

describe('every page of the corpora', () => {
  it.skipIf(absent)(`is within the bounds for reading, with room to spare${without}`, () => {
    const refused = corpora.flatMap((corpus) => pagesOf(corpus).filter(([, markdown]) => !isReadable(markdown)));
    expect(refused.map(([file]) => file)).toEqual([]);
  });

  it.skipIf(absent || !existsSync(contractFile))(`gives documents of the contract's schema${without}`, () => {
    const validate = documentSchema();
    for (const corpus of corpora) {
      for (const [file, markdown] of pagesOf(corpus).filter((_, index) => index % 10 === 0)) {
        expect({ file, valid: validate(documentFromMarkdown(markdown)), errors: validate.errors }).toMatchObject({
          file,
          valid: true,
        });
      }
    }
  });
});

function documentSchema() {
  const { schemas } = JSON.parse(readFileSync(contractFile, 'utf8'));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  return ajv.compile({ $ref: '#/schemas/JSONDocument', schemas });
}
