/** German words of the nostr profile: what relays know of somebody's keys and works. `{name}` stands for a value. */
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
  'nostr.workTitle': 'Auf Nostr',
  'nostr.workNote':
    'Mit deinem eigenen Schlüssel unterschrieben, damit Player auf Nostr es finden, von hier abspielen und dich zappen.',
  'nostr.workHidden': 'Hier ist es verborgen, auf Nostr aber noch da.',
  'nostr.workNoKey':
    'Mit einem eigenen Nostr-Schlüssel kannst du das auch auf Nostr veröffentlichen. Dein Konto hat noch keinen.',
  'nostr.workSettings': 'Schlüssel in den Einstellungen hinzufügen',
  'nostr.workKey': 'Schlüssel, der unterschreibt',
  'nostr.workSearching': 'Die Relays werden gefragt …',
  'nostr.workThere': 'Aktuell',
  'nostr.workAbsent': 'Noch nicht da',
  'nostr.workOld': 'Veraltet',
  'nostr.workSending': 'Wird gesendet …',
  'nostr.workWhole': 'Alles, was hier öffentlich ist, ist auch so auf Nostr.',
  'nostr.workLeftOver':
    'Ein Eintrag auf Nostr ist hier nicht mehr öffentlich. | {count} Einträge auf Nostr sind hier nicht mehr öffentlich.',
  'nostr.workOther':
    'Dieser Schlüssel steht auf Nostr für einen anderen Podcast: {title}. Ein Schlüssel kann nur einen haben, und der wird nicht überschrieben. Verknüpfe für diesen Podcast einen anderen Schlüssel.',
  'nostr.workMore': 'Und noch einer | Und {count} weitere',
  'nostr.workPublish': 'Auf Nostr veröffentlichen',
  'nostr.workAgain': 'Erneut auf Nostr veröffentlichen',
  'nostr.workProgress': '{done} von {all} gesendet',
  'nostr.workSent': 'Auf Nostr veröffentlicht.',
  'nostr.workRemove': 'Von Nostr entfernen',
  'nostr.workRemoveAsk': 'Von Nostr entfernen?',
  'nostr.workRemoveNote':
    'Dein Schlüssel unterschreibt eine Bitte, es zu löschen. Die meisten Relays tun das; Kopien anderer können bleiben.',
  'nostr.workRemoved': 'Die Relays wurden gebeten, es zu löschen.',
  'nostr.workRefused': 'Die Nostr-Erweiterung hat nicht zugestimmt.',
  'nostr.workStopped': '{done} von {all} sind gesendet. Beim nächsten Mal geht es dort weiter.',
} as const
