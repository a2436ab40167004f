/** Spanish words of the nostr profile: what relays know of somebody's keys. `{name}` stands for a value. */
export const esNostr = {
  'nostr.profile': 'Perfil de Nostr',
  'nostr.profileNote':
    'Lo que los relays de Nostr dicen de tus claves. Si aquí no tienes nombre o imagen, tu menú muestra estos.',
  'nostr.connecting': 'Conectando con los relays…',
  'nostr.noRelay': 'Ahora no se puede llegar a ningún relay. Se vuelve a intentar solo.',
  'nostr.connected': '{connected} de {all} relays conectados',
  'nostr.none': 'Los relays no conocen ningún perfil de esta clave.',
  'nostr.publish': 'Publicar nombre e imagen',
  'nostr.publishNote':
    'Lo firma tu clave y lo ve todo el mundo. Sustituye el perfil que esta clave tenga en otros relays.',
  'nostr.published': 'Publicado en un relay. | Publicado en {count} relays.',
  'nostr.followers': 'Un seguidor conocido | {count} seguidores conocidos',
  'nostr.refused': 'Los relays no lo aceptaron: {words}',
  'nostr.unreachable': 'No se pudo llegar a ningún relay. Inténtalo de nuevo.',
  'nostr.keyAbsent': 'Esta clave no está guardada en este navegador y aquí no hay extensión Nostr que pueda firmar.',
  'nostr.keyRefused': 'La extensión Nostr no aceptó. No se publicó nada.',
  'nostr.otherKey': 'La extensión Nostr tiene otra clave. Elige esta allí e inténtalo de nuevo.',
} as const
