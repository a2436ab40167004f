/** Spanish words of the nostr profile: what relays know of somebody's keys and works. `{name}` stands for a value. */
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
  'nostr.workTitle': 'En Nostr',
  'nostr.workNote':
    'Firmado con tu propia clave, para que los reproductores de Nostr lo encuentren, lo reproduzcan desde aquí y te envíen zaps.',
  'nostr.workHidden': 'Aquí está oculto, pero sigue en Nostr.',
  'nostr.workNoKey': 'Con una clave Nostr propia puedes publicarlo también en Nostr. Tu cuenta aún no tiene ninguna.',
  'nostr.workSettings': 'Añadir una clave en los ajustes',
  'nostr.workKey': 'Clave que firma',
  'nostr.workSearching': 'Preguntando a los relays…',
  'nostr.workThere': 'Al día',
  'nostr.workAbsent': 'Aún no está',
  'nostr.workOld': 'Desactualizado',
  'nostr.workSending': 'Enviando…',
  'nostr.workWhole': 'Todo lo que es público aquí está igual en Nostr.',
  'nostr.workLeftOver':
    'Una entrada de Nostr ya no es pública aquí. | {count} entradas de Nostr ya no son públicas aquí.',
  'nostr.workOther':
    'Esta clave representa otro pódcast en Nostr: {title}. Una clave solo puede tener uno, y ese no se sobrescribe. Vincula otra clave para este pódcast.',
  'nostr.workMore': 'Y uno más | Y {count} más',
  'nostr.workPublish': 'Publicar en Nostr',
  'nostr.workAgain': 'Publicar de nuevo en Nostr',
  'nostr.workProgress': '{done} de {all} enviados',
  'nostr.workSent': 'Publicado en Nostr.',
  'nostr.workRemove': 'Quitar de Nostr',
  'nostr.workRemoveAsk': '¿Quitarlo de Nostr?',
  'nostr.workRemoveNote':
    'Tu clave firma una petición de borrado. La mayoría de los relays la cumple; las copias de otros pueden quedar.',
  'nostr.workRemoved': 'Se pidió a los relays que lo borren.',
  'nostr.workRefused': 'La extensión Nostr no aceptó.',
  'nostr.workStopped': 'Se enviaron {done} de {all}. La próxima vez se sigue desde ahí.',
} as const
