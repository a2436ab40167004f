/** German words of the list behind the bell, made from the parts of each notification. */
export const deNotifications = {
  'notes.tab': 'Benachrichtigungen',
  'notes.markAll': 'Alle als gelesen markieren',
  'notes.unread': 'Neu',
  'notes.older': 'Ältere Benachrichtigungen',
  'notes.failed': 'Die Benachrichtigungen ließen sich nicht abrufen.',
  'notes.empty': 'Noch nichts. Zaps, Einnahmen, Kommentare und Neues zu deinen Veröffentlichungen erscheinen hier.',
  'notes.emptyAction': 'Wie du es woanders erfährst',
  'notes.somebody': 'Jemand',
  'notes.yours': 'etwas von dir',
  'notes.zapOne': '{who} hat {sats} Sats für {what} gezahlt',
  'notes.zapMany': '{count} Zahlungen für {what}: {sats} Sats',
  'notes.addressOne': '{who} hat dir {sats} Sats geschickt',
  'notes.addressMany': '{count} Zahlungen an deine Lightning-Adresse: {sats} Sats',
  'notes.deposit': '{sats} Sat ist auf deinem Guthaben angekommen | {sats} Sats sind auf deinem Guthaben angekommen',
  'notes.withdrawalFailed':
    'Eine Auszahlung von {sats} Sats hat nicht geklappt. Das Geld ist zurück auf deinem Guthaben',
  'notes.forwardFailed':
    '{sats} Sat konnte nicht an {address} weitergeleitet werden. Er ist auf deinem Guthaben | {sats} Sats konnten nicht an {address} weitergeleitet werden. Sie sind auf deinem Guthaben',
  'notes.forwardFailedSomewhere':
    '{sats} Sat konnte nicht weitergeleitet werden. Er ist auf deinem Guthaben | {sats} Sats konnten nicht weitergeleitet werden. Sie sind auf deinem Guthaben',
  'notes.held': 'Ausgehende Zahlungen deines Kontos werden zurückgehalten',
  'notes.announcement': 'Eine Ankündigung',
  'notes.comment': '{who} hat {what} kommentiert',
  'notes.commentMany': '{count} Kommentare zu {what}',
  'notes.reply': '{who} hat dir bei {what} geantwortet',
  'notes.release': 'Neu von {who}: {what}',
  'notes.newSplit': '{who} teilt mit dir, was {what} verdient',
  'notes.takedown': '{what} wurde entfernt',
  'notes.takedownUndone': '{what} ist wieder da',
  'notes.unsubscribeTitle': 'Keine Mails mehr?',
  'notes.unsubscribeLead':
    'Du bekommst dann keine Mails mehr darüber, was hereinkam. Die Liste hinter der Glocke bleibt.',
  'notes.unsubscribe': 'Diese Mails beenden',
  'notes.unsubscribedTitle': 'Keine Mails mehr',
  'notes.unsubscribed': 'Erledigt. In den Einstellungen kannst du sie jederzeit wieder einschalten.',
  'notes.unsubscribeMissing':
    'Diese Seite braucht den ganzen Link aus der Mail. Öffne die Mail noch einmal und drück dort auf den Link.',
} as const
