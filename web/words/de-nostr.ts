/** German words of the nostr profile: what relays know of somebody's keys. `{name}` stands for a value. */
export const deNostr = {
  'nostr.profile': 'Nostr-Profil',
  'nostr.profileNote':
    'Was Nostr-Relays über deine Schlüssel sagen. Hast du hier keinen Namen oder kein Bild, zeigt dein Menü diese.',
  'nostr.connecting': 'Relays werden verbunden …',
  'nostr.noRelay': 'Gerade ist kein Relay erreichbar. Es wird von selbst wieder versucht.',
  'nostr.connected': '{connected} von {all} Relays verbunden',
  'nostr.none': 'Die Relays kennen kein Profil dieses Schlüssels.',
  'nostr.publish': 'Name und Bild veröffentlichen',
  'nostr.publishNote':
    'Dein Schlüssel unterschreibt es, und alle können es sehen. Ein Profil dieses Schlüssels auf anderen Relays wird ersetzt.',
  'nostr.published': 'Auf einem Relay veröffentlicht. | Auf {count} Relays veröffentlicht.',
  'nostr.followers': 'Ein Follower bekannt | {count} Follower bekannt',
  'nostr.refused': 'Die Relays haben es nicht angenommen: {words}',
  'nostr.unreachable': 'Kein Relay war erreichbar. Bitte versuche es noch einmal.',
  'nostr.keyAbsent':
    'Dieser Schlüssel liegt nicht in diesem Browser, und hier gibt es keine Nostr-Erweiterung, die unterschreiben könnte.',
  'nostr.keyRefused': 'Die Nostr-Erweiterung hat nicht zugestimmt. Es wurde nichts veröffentlicht.',
  'nostr.otherKey': 'Die Nostr-Erweiterung hat einen anderen Schlüssel. Wähle dort diesen und versuche es noch einmal.',
} as const
