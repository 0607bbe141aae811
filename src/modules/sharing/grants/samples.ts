import { names, type Samples } from '../../shared/samples.js';

/** Samples of the operations on grants. Spaces and collections have the same ones. */
export const grantSamples: Samples = { ...samplesOn('Space'), ...samplesOn('Collection') };

function samplesOn(place: 'Space' | 'Collection'): Samples {
  return {
    [`listUserPermissionsIn${place}`]: { may: 'read' },
    [`listTeamPermissionsIn${place}`]: { may: 'read' },
    [`inviteTo${place}`]: { may: 'admin', body: { role: 'edit', users: [names.user], teams: [names.team] } },
    [`updateUserPermissionIn${place}`]: { may: 'admin', body: { role: 'review' } },
    [`updateTeamPermissionIn${place}`]: { may: 'admin', body: { role: 'review' } },
    [`removeUserFrom${place}`]: { may: 'admin' },
    [`removeTeamFrom${place}`]: { may: 'admin' },
  };
}
