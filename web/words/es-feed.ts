/** Spanish words of the nostr feed: whom one follows, what they say, and one's relays. `{name}` stands for a value. */
export const esFeed = {
  'follows.follow': 'Seguir en Nostr',
  'follows.following': 'Siguiendo en Nostr',
  'follows.followName': 'Seguir en Nostr: {name}',
  'follows.followingName': 'Siguiendo en Nostr: {name}',
  'follows.followed': 'Sigues a {name} en Nostr, a la vista de todos. Lo que diga allí está en tu muro de Nostr.',
  'follows.unfollowed': 'Ya no sigues a {name} en Nostr.',
  'follows.unknown':
    'No se pudo preguntar a todos los relays a quién sigues ya. Para no perder ninguna lista tuya, no se cambió nada. Inténtalo más tarde.',
  'follows.beginAsk': '¿Empezar una lista?',
  'follows.beginNote':
    'Los relays no conocen ninguna lista de a quién sigues. Si otra aplicación de Nostr lleva una, añade antes sus relays a los tuyos: una lista nueva ocuparía su lugar.',
  'follows.begin': 'Empezar la lista',
  'follows.toRelays': 'Tus relays',
  'feed.title': 'Muro de Nostr',
  'feed.lead': 'Lo que dicen y publican las personas que sigues en Nostr, lo más nuevo primero.',
  'feed.noKey':
    'Aquí aparece lo que dicen las personas que sigues en Nostr. Vincula una clave Nostr a tu cuenta para verlo.',
  'feed.nobody':
    'Aún no sigues a nadie en Nostr. Los artistas y las personas con clave Nostr tienen aquí un botón para ello.',
  'feed.toArtists': 'Ver artistas',
  'feed.empty': 'Estos relays aún no conocen nada de las personas que sigues.',
  'feed.failed': 'El muro no ha llegado',
  'feed.unknown': 'No se pudo preguntar a todos los relays a quién sigues. Inténtalo más tarde.',
  'feed.shared': '{name} ha compartido',
  'feed.gone': 'Lo compartido no está en estos relays.',
  'feed.track': 'Nueva canción',
  'feed.release': 'Nuevo lanzamiento',
  'feed.show': 'Pódcast',
  'feed.episode': 'Nuevo episodio',
  'feed.open': 'Abrir aquí',
  'feed.openTitle': 'Abrir aquí: {title}',
  'relays.title': 'Relays de Nostr',
  'relays.note':
    'Dónde otras aplicaciones de Nostr encuentran lo que publicas y dónde te escriben. Lo firma tu clave y lo ve todo el mundo.',
  'relays.none':
    'Los relays no conocen ninguna lista tuya. Se proponen los de este sitio; al publicarlos sustituyen a una lista que tengas en otra parte.',
  'relays.ownOnly':
    'Este sitio solo usa su propio relay, diga lo que diga la lista. Es para tus otras aplicaciones de Nostr.',
  'relays.read': 'Leer',
  'relays.write': 'Escribir',
  'relays.messages': 'Mensajes',
  'relays.address': 'Dirección de un relay',
  'relays.add': 'Añadir relay',
  'relays.remove': 'Quitar {relay}',
  'relays.invalid': 'Esto no es la dirección de un relay. Empieza por wss://',
  'relays.known': 'Este relay ya está en la lista.',
  'relays.publish': 'Publicar relays',
  'relays.published': 'Tus relays están publicados.',
  'relays.changed':
    'Otra aplicación ha cambiado tu lista entretanto, así que no se publicó nada. Esta es la más nueva.',
  'relays.unknown':
    'No se pudo preguntar a todos los relays por tu lista. Para no perder ninguna, ahora no se puede cambiar. Inténtalo más tarde.',
} as const
