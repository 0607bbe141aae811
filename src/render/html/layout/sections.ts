import { type Content, element, type Html } from '../markup.js';
import { icons } from './icons.js';
import { linkTo, titleWithEmoji } from './links.js';
import type { Frame, Link, NavigationSection } from './site-page.js';
import { translations } from './translations.js';

/** Renders the sections of a site in a row. Groups open below it, one at a time. */
export function sectionsHtml({ look, sections }: Frame): Content {
  if (sections.length === 0) return null;
  const items = sections.map((section) => element('li', {}, isGroup(section) ? menu(section) : link(section)));
  return element(
    'nav',
    { class: 'sections', 'aria-label': translations[look.locale].sections },
    element('ul', {}, items),
  );
}

type Group = Exclude<NavigationSection, Link>;

function menu(group: Group): Html {
  const name = element('summary', { class: holdsCurrent(group) && 'current' }, group.title, icons.down);
  return element('details', { name: '~sections' }, name, list(group));
}

function list({ sections }: Group): Html {
  const items = sections.map((section) => element('li', {}, isGroup(section) ? headed(section) : link(section)));
  return element('ul', {}, items);
}

function headed(group: Group): Content {
  return [element('span', { class: 'group' }, group.title), list(group)];
}

function link(section: Link): Html {
  return linkTo(section.href, { 'aria-current': section.isCurrent && 'true' }, titleWithEmoji(section));
}

function isGroup(section: NavigationSection): section is Group {
  return 'sections' in section;
}

function holdsCurrent({ sections }: Group): boolean {
  return sections.some((section) => (isGroup(section) ? holdsCurrent(section) : section.isCurrent === true));
}
