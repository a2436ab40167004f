/** German words of likes, reposts and comments of a work on nostr. `{name}` stands for a value. */
export const deReactions = {
  'reactions.lead': 'Was Leute auf Nostr mögen, weitergeben und schreiben.',
  'reactions.show': 'Anzeigen',
  'reactions.failed': 'Was Leute auf Nostr sagen, ließ sich nicht abrufen.',
  'reactions.none': 'Auf Nostr hat noch niemand etwas dazu gesagt.',
  'reactions.like': 'Gefällt mir',
  'reactions.repost': 'Reposten',
  'reactions.likes': 'Gefällt 1 Person | Gefällt {count} Leuten',
  'reactions.reposts': '1 Repost | {count} Reposts',
  'reactions.comments': '1 Kommentar | {count} Kommentare',
  'reactions.keyNeeded':
    'Mit einem eigenen Nostr-Schlüssel kannst du hier zeigen, dass es dir gefällt, es reposten und kommentieren.',
  'reactions.keyLogin': 'Mit einem Nostr-Schlüssel anmelden',
  'reactions.all': 'Kommentare auf Nostr',
  'reactions.yourComment': 'Dein Kommentar',
  'reactions.note': 'Alle auf Nostr können es lesen. Dein Schlüssel unterschreibt es.',
  'reactions.send': 'Kommentar senden',
  'reactions.sent': 'Es steht auf Nostr.',
  'reactions.hide': 'Verbergen',
  'reactions.hidePerson': 'Verbergen, was {name} schreibt',
  'reactions.hidden': 'Eine Person ist in diesem Browser verborgen. | {count} Leute sind in diesem Browser verborgen.',
  'reactions.showAgain': 'Wieder zeigen',
} as const
