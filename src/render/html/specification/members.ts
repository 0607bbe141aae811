import type { BodyView, MemberView, SchemaView } from '../../../engine/openapi/view/views.js';
import { type Content, element, type Html } from '../markup.js';
import { descriptionHtml } from './description.js';

/** Renders bodies by media type. */
export function bodiesContent(bodies: readonly BodyView[]): Content {
  return bodies.map(({ mediaType, schema }) => [
    element('p', { class: 'api-type' }, element('code', {}, mediaType), ' ', typeHtml(schema.type)),
    schemaContent(schema),
  ]);
}

/** Renders a schema without its type. */
export function schemaContent({ description, facts, members }: Omit<SchemaView, 'type'>): Content {
  return [descriptionHtml(description), factsHtml(facts), membersHtml(members)];
}

/** Renders schema members below each other, each with its type and description. Nested members are collapsed. */
export function membersHtml(members: readonly MemberView[]): Content {
  if (members.length === 0) return null;
  return element('dl', { class: 'api-members' }, members.map(memberContent));
}

/** Renders the name of a type. */
export function typeHtml(type: string): Html {
  return element('span', { class: 'api-type-name' }, type);
}

/** Renders constraints on one line. */
export function factsHtml(facts: readonly string[]): Content {
  return facts.length > 0 && element('p', { class: 'api-facts' }, facts.join(' · '));
}

/** Renders the labels that follow a name: required and deprecated. */
export function nameLabels({ isRequired, isDeprecated }: { isRequired: boolean; isDeprecated: boolean }): Content {
  return [
    isRequired && [' ', element('span', { class: 'api-required' }, 'required')],
    isDeprecated && [' ', element('span', { class: 'tag' }, 'deprecated')],
  ];
}

function memberContent(member: MemberView): Content {
  const { name, kind, type, description, facts, members } = member;
  const label = kind === 'variant' ? ['One of ', element('code', {}, name)] : element('code', {}, name);
  const isNamed = kind === 'variant' && name === type;
  return [
    element('dt', {}, label, ' ', !isNamed && typeHtml(type), nameLabels(member)),
    element('dd', {}, descriptionHtml(description), factsHtml(facts), membersDetails(name, members)),
  ];
}

function membersDetails(name: string, members: readonly MemberView[]): Content {
  if (members.length === 0) return null;
  return element(
    'details',
    { class: 'api-inner' },
    element('summary', {}, 'What ', element('code', {}, name), ' consists of'),
    membersHtml(members),
  );
}
