import { names, type Samples } from '../../shared/samples.js';

/** Samples of grants, which are the same for spaces and collections. */
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
