/** German words of the nostr feed: whom one follows, what they say, and one's relays. `{name}` stands for a value. */
export const deFeed = {
  'follows.follow': 'Auf Nostr folgen',
  'follows.following': 'Auf Nostr gefolgt',
  'follows.followName': 'Auf Nostr folgen: {name}',
  'follows.followingName': 'Auf Nostr gefolgt: {name}',
  'follows.followed':
    'Du folgst {name} auf Nostr, für alle sichtbar. Was dort gesagt wird, steht in deinem Nostr-Feed.',
  'follows.unfollowed': 'Du folgst {name} auf Nostr nicht mehr.',
  'follows.unknown':
    'Nicht alle Relays konnten gefragt werden, wem du schon folgst. Damit keine Liste verloren geht, wurde nichts geändert. Bitte versuche es später noch einmal.',
  'follows.beginAsk': 'Eine Liste beginnen?',
  'follows.beginNote':
    'Die Relays kennen keine Liste, wem du folgst. Führt eine andere Nostr-App eine für dich, nimm zuerst deren Relays in deine auf: Eine neue Liste würde sie ersetzen.',
  'follows.begin': 'Liste beginnen',
  'follows.toRelays': 'Deine Relays',
  'following.title': 'Gefolgt',
  'following.here': 'Auf dieser Seite',
  'following.lead': 'Neue Veröffentlichungen, Folgen und Nachrichten der Künstler und Podcasts, denen du folgst.',
  'following.nobody':
    'Du folgst noch niemandem. Folge einem Künstler oder einem Podcast, dann erscheint hier, was sie veröffentlichen.',
  'following.empty': 'Die Künstler und Podcasts, denen du folgst, haben noch nichts veröffentlicht.',
  'following.toNew': 'Neue Veröffentlichungen',
  'following.album': 'hat ein Album veröffentlicht',
  'following.track': 'hat einen Titel ergänzt',
  'following.episode': 'hat eine Folge veröffentlicht',
  'following.message': 'hat geschrieben',
  'feed.title': 'Nostr-Feed',
  'feed.lead': 'Was die sagen und veröffentlichen, denen du auf Nostr folgst, das Neueste zuerst.',
  'feed.noKey':
    'Hier steht, was die sagen, denen du auf Nostr folgst. Verknüpfe einen Nostr-Schlüssel mit deinem Konto, um es zu sehen.',
  'feed.nobody':
    'Du folgst auf Nostr noch niemandem. Bei Künstlern und Leuten mit Nostr-Schlüssel gibt es hier einen Knopf dafür.',
  'feed.toArtists': 'Zu den Künstlern',
  'feed.empty': 'Von denen, denen du folgst, kennen diese Relays noch nichts.',
  'feed.failed': 'Der Feed ist nicht gekommen',
  'feed.unknown': 'Nicht alle Relays konnten gefragt werden, wem du folgst. Bitte versuche es später noch einmal.',
  'feed.shared': '{name} hat geteilt',
  'feed.gone': 'Was geteilt wurde, ist nicht auf diesen Relays.',
  'feed.track': 'Neuer Song',
  'feed.release': 'Neue Veröffentlichung',
  'feed.show': 'Podcast',
  'feed.episode': 'Neue Folge',
  'feed.open': 'Hier öffnen',
  'feed.openTitle': 'Hier öffnen: {title}',
  'relays.title': 'Nostr-Relays',
  'relays.note':
    'Wo andere Nostr-Apps finden, was du veröffentlichst, und wohin sie dir schreiben. Dein Schlüssel unterschreibt es, und alle können es sehen.',
  'relays.none':
    'Die Relays kennen keine Liste von dir. Vorgeschlagen sind die dieser Seite; veröffentlichst du sie, ersetzen sie eine Liste, die du anderswo hast.',
  'relays.ownOnly':
    'Diese Seite nutzt nur ihr eigenes Relay, was auch immer hier steht. Die Liste ist für deine anderen Nostr-Apps.',
  'relays.read': 'Lesen',
  'relays.write': 'Schreiben',
  'relays.messages': 'Nachrichten',
  'relays.address': 'Adresse eines Relays',
  'relays.add': 'Relay hinzufügen',
  'relays.remove': '{relay} entfernen',
  'relays.invalid': 'Das ist keine Adresse eines Relays. Sie beginnt mit wss://',
  'relays.known': 'Dieses Relay steht schon in der Liste.',
  'relays.publish': 'Relays veröffentlichen',
  'relays.published': 'Deine Relays sind veröffentlicht.',
  'relays.changed':
    'Eine andere App hat deine Liste inzwischen geändert, darum wurde nichts veröffentlicht. Das ist die neueste.',
  'relays.unknown':
    'Nicht alle Relays konnten nach deiner Liste gefragt werden. Damit keine verloren geht, lässt sie sich gerade nicht ändern. Bitte versuche es später noch einmal.',
} as const
