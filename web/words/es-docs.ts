/** Spanish words of the questions page and of the list of calls. */
export const esDocs = {
  'docs.title': 'Preguntas y respuestas',
  'docs.lead':
    'Cómo funciona {brand}, en un minuto. Debajo están todas las llamadas, para quien construya sobre ellas.',
  'docs.satQuestion': '¿Qué es un sat?',
  'docs.satAnswer':
    'La unidad entera más pequeña de bitcoin: un bitcoin son 100.000.000 de sats. Aquí los importes están en sats porque en sats se paga. Al lado figura su valor en dólares cuando se conoce un precio; es solo orientativo y cambia todo el tiempo.',
  'docs.walletQuestion': '¿Cómo consigo un monedero?',
  'docs.walletAnswer':
    'Instala cualquier monedero Lightning, por ejemplo Phoenix, Wallet of Satoshi o Alby, y compra o recibe allí algunos sats. Después escanea el código de una factura o ábrela en el mismo dispositivo. Aquí no hace falta una cuenta.',
  'docs.zapQuestion': '¿Qué es un zap?',
  'docs.zapAnswer':
    'Un pago a una canción, un episodio o un artista, de cualquier tamaño desde un sat, por la red Lightning. Llega en un segundo y se reparte entre quienes hicieron la música antes de aterrizar.',
  'docs.accountQuestion': '¿Necesito una cuenta?',
  'docs.accountAnswer':
    'Para escuchar no, y para enviar zaps tampoco: cualquier monedero Lightning paga el código que se muestra. Con una cuenta tienes saldo, y un zap es un toque.',
  'docs.feeQuestion': '¿Quién recibe qué?',
  'docs.feeAnswer':
    'El {percent} de un pago a un contenido mantiene este servidor en marcha; el resto va a las personas del reparto, hasta la última milésima de sat. Lo ves antes de pagar y después en el recibo.',
  'docs.withdrawQuestion': '¿Cómo saco mi dinero?',
  'docs.withdrawAnswer':
    'Pega una factura de cualquier monedero Lightning. La cantidad y una reserva para la comisión de la red se retienen y se envían, y lo que la red no usa vuelve. Sin su última palabra nada se pierde ni se adivina.',
  'docs.publishQuestion': '¿Cómo publico?',
  'docs.publishAnswer':
    'Crea una cuenta, un artista y un lanzamiento, suelta tus archivos, di quién comparte y publica. Nada es público antes de que lo digas.',
  'docs.sandboxQuestion': '¿Es dinero de verdad?',
  'docs.sandboxAnswer':
    'En este servidor no: aquí corre la sandbox. Los nodos Lightning y los pagos son reales, el dinero no.',
  'docs.callsTitle': 'Las llamadas',
  'docs.callsLead': 'Todo lo que hace este sitio lo hace con ellas. Están descritas por completo en OpenAPI 3.1.',
  'docs.openApi': 'openapi.json',
  'docs.signedIn': 'con sesión',
} as const
