import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isScalarType,
} from 'graphql';
import { badInput } from '../../../platform/base/errors.js';
import { formatValue } from '../../inputs/rules.js';
import { jsonTextType } from '../../inputs/scalars.js';
import { namesByValue } from '../documents/enums.js';

/**
 * Converts the text of a path or query parameter to a JSON value. A repeated parameter has several texts.
 * @throws BAD_USER_INPUT
 */
export type ReadText = (text: string | string[], at: string) => unknown;

/**
 * Compiles the conversion of text to values of a type. Numbers are plain decimals, and Booleans are `true` or `false`
 * in any case. Lists are repeated parameters or separated by commas; empty text is the empty list.
 * @throws Error for types that text cannot represent
 */
export function compileText(type: GraphQLInputType): ReadText {
  const inner = getNullableType(type);
  if (isInputObjectType(getNamedType(type)) || (isListType(inner) && isListType(getNullableType(inner.ofType)))) {
    throw new Error(`${type} cannot be in a path or query`);
  }
  if (isListType(inner)) {
    const item = compileOne(inner.ofType);
    return (text, at) =>
      [text]
        .flat()
        .flatMap(split)
        .map((one) => item(one, at));
  }
  const one = compileOne(inner);
  return (text, at) => {
    if (typeof text === 'string') return one(text, at);
    throw badInput(at, `\`${at}\` must be given once (got it ${text.length} times)`);
  };
}

type ReadOne = (text: string, at: string) => unknown;

function split(text: string): string[] {
  return text === '' ? [] : text.split(',');
}

function compileOne(type: GraphQLInputType): ReadOne {
  const named = getNamedType(type);
  if (isEnumType(named) && namesByValue(named).has('true')) return lowerCaseBoolean;
  const jsonType = isScalarType(named) ? jsonTextType(named) : 'string';
  return readers[jsonType as string] ?? ((text) => text);
}

const isBoolean = /^(?:true|false)$/i;

/** Lower-cases Boolean values of an enum, so that they are accepted in any case, as for Boolean parameters. */
const lowerCaseBoolean: ReadOne = (text) => (isBoolean.test(text) ? text.toLowerCase() : text);

const readers: Record<string, ReadOne | undefined> = {
  integer: (text, at) => {
    if (/^(?:0|-?[1-9]\d{0,15})$/.test(text)) return Number(text);
    throw badInput(at, `\`${at}\` must be an integer in plain decimal digits (got ${formatValue(text)})`);
  },
  number: (text, at) => {
    if (/^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/.test(text)) return Number(text);
    throw badInput(at, `\`${at}\` must be a number in plain decimal digits (got ${formatValue(text)})`);
  },
  boolean: (text, at) => {
    if (isBoolean.test(text)) return text.toLowerCase() === 'true';
    throw badInput(at, `\`${at}\` must be true or false (got ${formatValue(text)})`);
  },
};
