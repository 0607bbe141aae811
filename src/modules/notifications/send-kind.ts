/** Kind of the jobs that combine the notifications of a person in an organization into one mail. */
export const sendNotificationsKind = 'notifications.send';
