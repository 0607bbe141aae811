/** Kind of the jobs that make one mail of the notifications of a person in an organization. */
export const sendNotificationsKind = 'notifications.send';
