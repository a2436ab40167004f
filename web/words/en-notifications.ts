/** English texts of notifications, from which their sentences are built. */
export const enNotifications = {
  'notes.tab': 'Notifications',
  'notes.markAll': 'Mark all as read',
  'notes.unread': 'New',
  'notes.older': 'Older notifications',
  'notes.failed': 'The notifications could not be fetched.',
  'notes.empty': 'Nothing yet. Zaps, earnings, comments and news about your releases will appear here.',
  'notes.emptyAction': 'Mails and push messages',
  'notes.somebody': 'Somebody',
  'notes.yours': 'something of yours',

  'notes.zapOne': '{who} paid {sats} sats for {what}',
  'notes.zapMany': '{count} payments for {what}: {sats} sats',
  'notes.addressOne': '{who} sent you {sats} sats',
  'notes.addressMany': '{count} payments to your lightning address: {sats} sats',
  'notes.deposit': '{sats} sat has arrived in your balance | {sats} sats have arrived in your balance',
  'notes.withdrawalFailed': 'A withdrawal of {sats} sats failed. The money is back in your balance',
  'notes.forwardFailed':
    '{sats} sat could not be forwarded to {address}. It is in your balance | {sats} sats could not be forwarded to {address}. They are in your balance',
  'notes.forwardFailedSomewhere':
    '{sats} sat could not be forwarded. It is in your balance | {sats} sats could not be forwarded. They are in your balance',
  'notes.held': 'Outgoing payments of your account are held',
  'notes.announcement': 'An announcement',
  'notes.comment': '{who} commented on {what}',
  'notes.commentMany': '{count} comments on {what}',
  'notes.reply': '{who} answered you on {what}',
  'notes.release': 'New from {who}: {what}',
  'notes.newSplit': '{who} shares what {what} earns with you',
  'notes.takedown': '{what} was taken down',
  'notes.takedownUndone': '{what} is back',

  'notes.unsubscribeTitle': 'No more mails?',
  'notes.unsubscribeLead': 'You will get no more mails about what came in. The list behind the bell stays.',
  'notes.unsubscribe': 'End these mails',
  'notes.unsubscribedTitle': 'No more mails',
  'notes.unsubscribed': 'It is done. You can have them again any time, in the settings.',
  'notes.unsubscribeMissing':
    'This page needs the complete link from the e-mail. Open the e-mail again and select the link there.',
} as const
