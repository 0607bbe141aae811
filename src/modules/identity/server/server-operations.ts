import { requireOperator } from '../../../access/policy.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { createOrganization } from '../members/creation-actions.js';
import { createUser } from '../members/user-actions.js';
import { BillingProduct, MemberRole } from '../organizations/enums.js';
import { organizationsById } from '../organizations/loaders.js';
import { setOperatorFacts } from '../organizations/operator-actions.js';
import { OrganizationTitle } from '../organizations/organization-operations.js';
import { usersById } from '../users/loaders.js';
import { EmailAddress } from '../users/user.js';
import {
  OrganizationBillingInput,
  OrganizationBillingMigrationInput,
  OrganizationBlockInput,
  OrganizationTrialInput,
} from './operator-inputs.js';
import { Server, type ServerState } from './server.js';
import { ServerOrganization } from './server-organization.js';
import { ServerUser } from './server-user.js';

builder.queryField('server', (t) =>
  t.field({
    type: Server,
    nullable: true,
    description: 'The organizations, users and jobs of this server; requires a token with the scope `operator`.',
    extensions: { policy: 'guard of Server' },
    resolve: (_root, _args, { viewer }): ServerState => {
      requireOperator(viewer, 'server.view', 'Organizations and users of the server are managed');
      return { isServer: true };
    },
  }),
);

/** Returns the payload of a mutation that creates or changes an organization. */
const organizationPayload = (description: string) => ({
  description,
  outputFields: (t: Fields<{ id: string }>) => ({
    organization: t.field({
      type: ServerOrganization,
      description,
      resolve: ({ id }, _args, { loaders }) => loaders.get(organizationsById, id),
    }),
  }),
});

mutation('createOrganization', {
  description: 'Creates an organization with one admin.',
  policy: 'operator',
  takes: 'The organization and its first admin.',
  input: (t) => ({
    title: t.field({ type: OrganizationTitle, required: true, description: 'Name of the organization.' }),
    owner: t.field({
      type: EmailAddress,
      required: true,
      description: 'E-mail address of the user who becomes its admin; `createUser` creates one.',
    }),
  }),
  action: async (input, context) => ({ id: await createOrganization(context, input) }),
  payload: organizationPayload('The new organization.'),
});

mutation('setOperatorFacts', {
  description: 'Sets the plan, the limits and the billing of an organization; its admins cannot change them.',
  policy: 'operator',
  takes: 'Changes to what the operator sets for an organization; absent fields stay.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    plan: t.field({ type: BillingProduct, description: 'Product plan.' }),
    maxMembers: t.int({
      description: 'Maximum number of members, guests included, 1 to 1,000,000; null for no limit.',
      extensions: nullClears,
    }),
    maxSpaces: t.int({
      description: 'Maximum number of spaces, 1 to 1,000,000; null for no limit.',
      extensions: nullClears,
    }),
    customHostname: t.string({
      description: 'Hostname of the organization itself; null for none.',
      extensions: nullClears,
    }),
    billing: t.field({
      type: OrganizationBillingInput,
      description: 'Billing; null removes it.',
      extensions: nullClears,
    }),
    trial: t.field({
      type: OrganizationTrialInput,
      description: 'Trial of the plan; null for none.',
      extensions: nullClears,
    }),
    blocked: t.field({
      type: OrganizationBlockInput,
      description: 'Reason why the organization is blocked; null if it is not.',
      extensions: nullClears,
    }),
    billingMigration: t.field({
      type: OrganizationBillingMigrationInput,
      description: 'A planned change to other prices; null for none.',
      extensions: nullClears,
    }),
  }),
  action: async ({ organization, billingMigration, ...facts }, context) => {
    await setOperatorFacts(context, organization, { ...facts, internal_billingMigration: billingMigration });
    return { id: organization };
  },
  payload: organizationPayload('The changed organization.'),
});

mutation('createUser', {
  description:
    'Creates a user, or adds the user with this address to an organization. The address counts as verified. A member gets the given role.',
  policy: 'operator',
  takes: 'The user, and the organization that it joins.',
  input: (t) => ({
    email: t.field({ type: EmailAddress, required: true, description: 'E-mail address of the user.' }),
    name: t.string({
      required: true,
      description: 'Display name of a new user, 1 to 255 characters; a user who exists keeps its name.',
    }),
    organization: t.id({ description: 'Id of the organization that the user joins; absent for none.' }),
    role: t.field({
      type: MemberRole,
      description: 'Role in the organization; null for a guest, default `READ`.',
      extensions: nullClears,
    }),
  }),
  action: async ({ email, name, organization, role }, context) => {
    const joins = {
      ...(organization != null && { organization }),
      ...(role !== undefined && { role: role ?? 'guest' }),
    };
    return { id: await createUser(context, { email, name, ...joins }) };
  },
  payload: {
    description: 'The user.',
    outputFields: (t) => ({
      user: t.field({
        type: ServerUser,
        description: 'The user, who may be new.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(usersById, id),
      }),
    }),
  },
});
