import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame, ThemeColors } from '../../../../src/render/html/layout/site-page.js';
import { siteStyle } from '../../../../src/render/html/layout/site-style.js';
import { contrast, type Hex } from '../../../../src/render/html/layout/style/colors.js';
import { surfaces } from '../../../../src/render/html/layout/style/palette.js';
import { stylesheet } from '../../../../src/render/html/layout/stylesheet.js';
import { writeSitePage } from '../../../../src/render/html/layout/write-site-page.js';
import type { Theme } from '../../../../src/render/html/responses.js';
import { blockSamples, inlineSamples, otherSamples } from '../samples.js';
import { document, found, frame, look, missing, notFound } from './pages.js';

const names = ['primary', 'info', 'success', 'warning', 'danger'] as const;
const all = (color: string): ThemeColors => ({
  primary: color,
  info: color,
  success: color,
  warning: color,
  danger: color,
});
const anyColor = fc.stringMatching(/^#[0-9a-f]{6}$/);

describe('the style in a page', () => {
  it('has the colors of its site, and its hash is returned', () => {
    const { html, styleHash } = writeSitePage({ frame, content: missing });
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style!);
    expect(styles).toHaveLength(1);
    expect(styles[0]).toContain('--primary:#346ddb;');
    expect(styleHash).toBe(`sha256-${createHash('sha256').update(styles[0]!).digest('base64')}`);
  });

  it('is that of a site without colors if the configured colors are invalid', () => {
    const hostile = all('red}</style><script>alert(1)</script>');
    expect(siteStyle({ colors: { light: hostile, dark: hostile } })).toBe(siteStyle(look));
  });

  it('contains only custom properties with colors', () => {
    fc.assert(
      fc.property(fc.oneof(anyColor, fc.string()), fc.oneof(anyColor, fc.string()), (light, dark) => {
        const style = siteStyle({ colors: { light: all(light), dark: all(dark) } });
        expect(style).toMatch(
          /^:root\{(--[a-z-]+:#[0-9a-f]{6};)+\}@media screen\{\[data-theme=dark\]\{(--[a-z-]+:#[0-9a-f]{6};)+\}\}$/,
        );
      }),
    );
  });

  it.each(['light', 'dark'] as Theme[])('keeps text readable in every color on every other, %s', (theme) => {
    fc.assert(
      fc.property(anyColor, anyColor, (one, other) => {
        const colors = { ...all(one), info: other, danger: other };
        const own = propertiesOf(siteStyle({ colors: { light: colors, dark: colors } }), theme);
        const { page, subtle } = surfaces[theme];
        for (const ground of [page, subtle]) expect(contrast(own('link'), ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(own('on-primary'), own('primary'))).toBeGreaterThanOrEqual(4.5);
        for (const text of names) {
          for (const ground of names)
            expect(contrast(own(`${text}-text`), own(`${ground}-tint`))).toBeGreaterThanOrEqual(4.5);
        }
      }),
    );
  });
});

describe('the style sheet', () => {
  it('loads nothing and runs nothing', () => {
    expect(stylesheet).not.toMatch(/url\(|@import|@font-face|expression\(|<|src:/);
  });

  it('has a rule for every class of a page, except classes without a style', () => {
    expect([...classesOfPages].filter((name) => !classesOfStylesheet.has(name) && !unstyledClasses.test(name))).toEqual(
      [],
    );
  });

  it('has no rule for a class that no page has', () => {
    expect(
      [...classesOfStylesheet].filter((name) => !classesOfPages.has(name) && !partlySampledClasses.test(name)),
    ).toEqual([]);
  });
});

/** Returns a function that reads the custom properties of a theme. */
function propertiesOf(style: string, theme: Theme): (name: string) => Hex {
  const block = style.slice(theme === 'dark' ? style.indexOf('@media') : 0);
  return (name) => new RegExp(`--${name}:(#[0-9a-f]{6});`).exec(block)![1] as Hex;
}

/** Classes without a style of their own. */
const unstyledClasses =
  /^(language-.+|katex|emoji|page-foot|expression|tex|inline-image|drawing|secondary|previous|hint-info|method-get|level-1)$/;

/** Groups of classes for methods, colors, hints and cards. The samples contain only some classes of each group. */
const partlySampledClasses = /^((method|color|background|hint)-|card-field-name$|large$)/;

const previewFrame: Frame = {
  ...frame,
  look: { ...look, logo: { light: '/light.svg', dark: '/dark.svg' } },
  isPreview: true,
  sections: [{ title: 'All', sections: [{ title: 'Here', href: '/here', isCurrent: true }] }],
};
const contents = [
  { ...document, cover: '<img src="/cover.png" alt="">' },
  { ...document, showsTitle: false },
  found,
  notFound,
  missing,
];
const samples = [blockSamples, inlineSamples, otherSamples].flatMap((all) =>
  Object.values(all).map(({ html }) => html),
);
const htmls = contents.flatMap((content) =>
  [frame, previewFrame].map((around) => writeSitePage({ frame: around, content }).html),
);
const classesOfPages = new Set(
  [...htmls, ...samples].flatMap((html) =>
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, value]) => value!.split(' ')),
  ),
);
const classesOfStylesheet = new Set([...stylesheet.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name]) => name!));
