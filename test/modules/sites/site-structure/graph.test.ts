import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { siteScene } from './site-scene.js';

const test = await testApp();

it('every part of a site is reachable from any other', async () => {
  const site = await siteScene(test);
  const section = await site.requestOk('POST /sections', { spaceId: await site.space('Manual') });
  const outer = await site.requestOk('POST /section-groups', { title: 'Outer' });
  const inner = await site.requestOk('POST /section-groups', {
    title: 'Inner',
    parent: outer.id,
    sections: [section.id],
  });
  const query = `query ($siteSpace: ID!, $group: ID!) {
    siteSpace: node(id: $siteSpace) { ... on SiteSpace {
      title default path space { title } site { id }
      section { id title site { id } siteSpaces { totalCount nodes { id } } group { id parent { id parent { id } } } }
    } }
    group: node(id: $group) { ... on SiteSectionGroup {
      title site { id } sections { nodes { id } } children { nodes { ... on SiteSectionGroup { id sections { nodes { id } } } } }
    } }
  }`;
  const variables = { siteSpace: section.siteSpaces[0].id, group: outer.id };
  const { data, errors } = await test.graphql(query, { ...site.admin, variables });
  expect(errors).toBeUndefined();
  const own = { id: site.site };
  expect(data.siteSpace).toEqual({
    ...{ title: 'Manual', default: true, path: 'manual', space: { title: 'Manual' }, site: own },
    section: {
      ...{ id: section.id, title: 'Manual', site: own },
      siteSpaces: { totalCount: 1, nodes: [{ id: variables.siteSpace }] },
      group: { id: inner.id, parent: { id: outer.id, parent: null } },
    },
  });
  expect(data.group).toEqual({
    ...{ title: 'Outer', site: own, sections: { nodes: [] } },
    children: { nodes: [{ id: inner.id, sections: { nodes: [{ id: section.id }] } }] },
  });
});

it('a structure with sections has another type, and a mutation returns the changed site', async () => {
  const site = await siteScene(test, ['One']);
  const structure = `structure { __typename
    ... on SiteSpacesStructure { siteSpaces { nodes { title } } }
    ... on SiteSectionsStructure { children { nodes { ... on SiteSection { title default } } } } }`;
  const { data } = await test.graphql(`query ($id: ID!) { site(id: $id) { ${structure} } }`, {
    ...site.admin,
    variables: { id: site.site },
  });
  expect(data.site.structure).toEqual({
    __typename: 'SiteSpacesStructure',
    siteSpaces: { nodes: [{ title: 'One' }] },
  });
  const input = { organization: site.organization, site: site.site, space: await site.space('Two'), title: 'Guides' };
  const mutation = `mutation ($input: AddSectionToSiteInput!) { addSectionToSite(input: $input) {
    section { title } site { siteSpaceCount ${structure} } } }`;
  const response = await test.graphql(mutation, { ...site.admin, variables: { input } });
  expect(response.data.addSectionToSite).toEqual({
    section: { title: 'Guides' },
    site: {
      siteSpaceCount: 2,
      structure: { __typename: 'SiteSectionsStructure', children: { nodes: [{ title: 'Guides', default: true }] } },
    },
  });
});
