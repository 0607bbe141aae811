import { describe, expect, it } from 'vitest';
import { brokenRule } from '../../../src/engine/translation/check-translation.js';

const source = 'Press <x0>Save</x0>, then <x1/>.';

describe('a translation is accepted', () => {
  it.each([
    ['Appuyez sur <x0>Enregistrer</x0>, puis <x1/>.'],
    ['<x1/> nach <x0>Speichern</x0> drücken.'],
    ['Appuyez sur <x0>Enregistrer</x0>,\npuis <x1/>.'],
    ['5 < 6 & 7 > 3 * _ # | <x0>x</x0> <x1/>'],
  ])('if it has every tag, in any order: %s', (answer) => {
    expect(brokenRule(source, answer)).toBeNull();
  });

  it('with Markdown and HTML that its source has as text', () => {
    expect(brokenRule('Write **two** <b> and `x`', 'Schreib **zwei** <b> und `x`')).toBeNull();
  });

  it('with a control character that its source has', () => {
    expect(brokenRule('a\fb', 'A\fB')).toBeNull();
  });
});

describe('a translation is refused', () => {
  it.each([
    ['', 'must not be empty'],
    [' \n ', 'must not be empty'],
    ['<x0>a</x0>', 'must keep <x1/>'],
    ['a <x1/>', 'must keep <x0>'],
    ['<x0>a</x0> <x1/> <x1/>', 'must have <x1> once'],
    ['<x0>a</x0> <x0>b</x0> <x1/>', 'must have <x0> once'],
    ['<x0>a</x0> <x1/> <x2/>', 'must have no tag that the source has not, <x2/> is one'],
    ['<x0>a <x1/>', 'must close its tags in order, <x0> is not'],
    ['a</x0> <x1/>', 'must close its tags in order, </x0> is not'],
    ['<x0/>a <x1/>', 'must keep <x0> in this form, it is <x0/>'],
    ['<x0>a</x0> <x1>b</x1>', 'must keep <x1/> in this form, it is <x1>'],
    ['<x0>a <x1/></x0>', 'must keep <x1/> outside of <x0>'],
    ['<x0> </x0> a <x1/>', 'must have words in <x0>'],
    ['<x0>a</x0> <x1/> <b>c</b>', 'must have no tags of HTML that the source has not'],
    ['<x0>a</x0> <x1/> <script>alert(1)</script>', 'must have no tags of HTML that the source has not'],
    ['<x0>a</x0> <x1/> <!-- c -->', 'must have no tags of HTML that the source has not'],
    ['<x0>a</x0> <x1/> {% endhint %}', 'must have no tags of Liquid that the source has not'],
    ['<x0>a</x0> <x1/> {{ user }}', 'must have no expressions that the source has not'],
    ['<x0>a</x0> <x1/> [b](c)', 'must have no links that the source has not'],
    ['<x0>a</x0> <x1/> `c`', 'must have no code that the source has not'],
    ['<x0>a</x0> <x1/> **c**', 'must have no bold text that the source has not'],
    ['<x0>a</x0> <x1/> \0', 'must not have the character U+0000'],
    [`<x0>a</x0> <x1/> ${'a'.repeat(500)}`, 'must have at most 344 characters, it has 503'],
  ])('%j: %s', (answer, rule) => {
    expect(brokenRule(source, answer)).toBe(rule);
  });

  it('if its tags are nested differently', () => {
    expect(brokenRule('<x0>a <x1>b</x1></x0>', '<x0>a <x1>b</x0></x1>')).toBe(
      'must close its tags in order, </x0> is not',
    );
    expect(brokenRule('<x0>a <x1>b</x1></x0>', '<x1>b <x0>a</x0></x1>')).toBe('must keep <x0> outside of <x1>');
    expect(brokenRule('<x0>a <x1>b</x1></x0>', '<x0>a</x0> <x1>b</x1>')).toBe('must keep <x1> in <x0>');
  });

  it('if it is far too short', () => {
    expect(brokenRule('word '.repeat(100), 'mot')).toBe('must have at least 25 characters, it has 3');
  });
});
