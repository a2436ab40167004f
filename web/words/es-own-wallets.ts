/** The Spanish words of paying from a wallet of one's own, and of zapping under one's own nostr key. */
export const esOwnWallets = {
  'zap.payConnected': 'Pagar {sats} sats desde tu monedero conectado',
  'zap.fromConnected': 'Pagar desde tu monedero conectado',
  'zap.payBrowser': 'Pagar {sats} sats con el monedero del navegador',
  'zap.fromBrowser': 'Pagar desde el monedero del navegador',
  'zap.browserAsked': 'El monedero de tu navegador te pregunta…',
  'zap.browserAskedNote': 'Di que sí allí. Esta página se entera sola cuando esté pagado.',
  'zap.connectedAsked': 'Tu monedero está pagando…',
  'zap.walletSlow': 'Tu monedero aún no ha respondido',
  'zap.browserSlowNote':
    'Busca su ventana, quizá detrás de esta. O paga la factura desde otro monedero: solo se paga una vez.',
  'zap.walletUnsure': 'Tu monedero no ha dicho que haya pagado',
  'zap.walletUnsureNote':
    'Puede que aún esté pagando. Esta página se entera sola cuando esté pagado. La factura solo se paga una vez.',
  'zap.walletSaysPaid': 'Tu monedero dice que ha pagado',
  'zap.walletSaysPaidNote': 'Esperamos a que llegue aquí. Esta página se entera sola.',
  'zap.showInvoice': 'Mostrar la factura',
  'zap.browserAbsent': 'Ya no hay un monedero en este navegador. No se ha pagado nada.',
  'zap.browserRefused': 'El monedero de tu navegador no ha pagado. No pasa nada: prueba otra vez o elige otra forma.',
  'zap.connectedAbsent': 'Ya no hay ningún monedero conectado en este navegador. No se ha pagado nada.',
  'zap.connectedUnreachable':
    'No se ha podido contactar con tu monedero, así que no se ha pagado nada. Prueba otra vez o elige otra forma.',
  'zap.connectedTooLittle': 'En tu monedero no hay suficiente para esto. No se ha pagado nada.',
  'zap.connectedQuota': 'Es más de lo que tu monedero permite por ahora. No se ha pagado nada.',
  'zap.connectedBusy':
    'Tu monedero ha recibido demasiadas peticiones. No se ha pagado nada. Prueba otra vez en un minuto.',
  'zap.connectedNotAllowed':
    'Tu monedero no deja pagar a esta conexión. No se ha pagado nada. Puedes conectarlo de nuevo en los ajustes.',
  'zap.onNostr': 'Enviar el zap en público por nostr',
  'zap.onNostrHint':
    'Firmado con tu clave de nostr. Cualquiera podrá ver, para siempre, que esa clave pagó, cuánto, por qué y tu mensaje.',
  'zap.onNostrBalance': 'Lo que pagas con tu saldo no va a nostr.',
  'zap.signing': 'Esperando tu clave de nostr…',
  'zap.keyAbsent':
    'Tu clave de nostr ya no está en este navegador. No se ha pagado nada. Envía el zap sin nostr o entra otra vez con la clave.',
  'zap.keyRefused':
    'Tu extensión de nostr no ha firmado, así que no se ha pagado nada. Prueba otra vez o desactiva nostr para este zap.',
  'zap.keyAltered': 'Tu extensión de nostr ha firmado con otra clave o algo distinto. No se ha pagado nada.',
  'settings.ownWallet': 'Tu propio monedero',
  'settings.ownWalletNote':
    'Conecta un monedero Lightning tuyo (Nostr Wallet Connect) y podrás pagar zaps desde él con una pulsación.',
  'settings.ownWalletKept':
    'La conexión se guarda solo en este navegador y nunca se nos envía. Quien use este navegador puede pagar con ella, así que ponle un presupuesto en tu monedero. Al cerrar sesión se quita.',
  'settings.ownWalletField': 'Conexión de tu monedero',
  'settings.ownWalletHint':
    'Busca «Nostr Wallet Connect» en tu monedero y copia lo que empieza por nostr+walletconnect://',
  'settings.ownWalletConnect': 'Conectar monedero',
  'settings.ownWalletTrying': 'Preguntando a tu monedero…',
  'settings.ownWalletConnected': 'Tu monedero está conectado.',
  'settings.ownWalletRemoved': 'La conexión ya no está en este navegador. También puedes terminarla en tu monedero.',
  'settings.ownWalletName': 'Monedero Lightning',
  'settings.ownWalletHolds': '{sats} sats · por {relays}',
  'settings.ownWalletOver': 'Por {relays}',
  'settings.ownWalletAddress':
    'Eso no es todavía una conexión de monedero. Empieza por nostr+walletconnect:// e incluye un relé y un secreto.',
  'settings.ownWalletUnreachable':
    'No se ha podido llegar a ningún relé de esta conexión. Mira si es la más reciente y prueba otra vez.',
  'settings.ownWalletSilent': 'Tu monedero no ha respondido. Quizá tenga que estar abierto. No se ha guardado nada.',
  'settings.ownWalletCannotPay': 'Esta conexión no puede pagar facturas. Crea en tu monedero una que sí pueda.',
  'settings.ownWalletRefused': 'Tu monedero ya no conoce esta conexión. Crea una nueva allí.',
  'settings.ownWalletEncryption': 'Tu monedero habla de una forma que esta página no conoce.',
  'settings.ownWalletNotKept':
    'Este navegador no guarda nada para esta página, así que la conexión no se puede conservar.',
} as const
