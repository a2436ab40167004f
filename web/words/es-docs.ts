/** Spanish words of the guide and of the API reference. */
export const esDocs = {
  'docs.title': 'Cómo funciona {brand}',
  'docs.lead':
    '{brand} reproduce música y podcasts y paga a quienes los hacen por la red Lightning. Esta es la guía breve para oyentes, artistas y operadores.',
  'docs.contents': 'En esta página',
  'docs.listeners': 'Para oyentes',
  'docs.listenersText':
    'Puedes escuchar cualquier canción o episodio sin cuenta. Si algo te gusta, envía un zap: un pago de cualquier importe, con un mensaje si quieres. Antes de pagar ves quién recibe qué. Con una cuenta tienes saldo, listas, favoritos y las novedades de los artistas que sigues.',
  'docs.artists': 'Para artistas',
  'docs.artistsText':
    'Publica música y programas e indica quiénes participan en lo que ganan. Cada pago se reparte al instante y tu parte se suma a tu saldo. Retírala o haz que se reenvíe a una dirección Lightning.',
  'docs.publishTitle': 'Cómo publicar',
  'docs.publishStudio': 'Crea una cuenta y abre el estudio.',
  'docs.publishUpload':
    'Crea un artista y un lanzamiento y añade tus archivos de audio. Sus etiquetas e imágenes rellenan el formulario.',
  'docs.publishSplit': 'Indica quiénes comparten los ingresos y cuánto recibe cada persona.',
  'docs.publishNow': 'Publica ahora o elige una fecha. Hasta entonces nada es público.',
  'docs.operators': 'Para operadores',
  'docs.operatorsText':
    'Puedes usar este software en tu propio servidor. Necesita Node 18 o posterior en Linux, macOS o WSL; PostgreSQL viene incluido. En la carpeta del código fuente, ejecuta:',
  'docs.operatorsSandbox':
    'El primer arranque es una sandbox con música de demostración y sin dinero real, en http://127.0.0.1:3000. Para pagos reales, conecta tu propio nodo Lightning: lnd, Core Lightning, phoenixd o un monedero NIP-47. Los ajustes son variables de entorno, por ejemplo:',
  'docs.operatorsSettings': 'Todos los ajustes y cómo actualizar, respaldar y supervisar un servidor',
  'docs.questions': 'Preguntas',
  'docs.more': 'Más documentación',
  'docs.apiText': 'Todas las llamadas de este servidor, para los programas que lo usan.',
  'docs.filesText': 'La documentación del código fuente, en inglés:',
  'docs.apiTitle': 'Referencia de la API',
  'docs.apiLead':
    'Las páginas de {brand} usan estas llamadas, y otros programas también pueden usarlas. Los parámetros y las respuestas se describen en OpenAPI 3.1:',
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
  'docs.sandboxQuestion': '¿Es dinero de verdad?',
  'docs.sandboxAnswer':
    'En este servidor no: aquí corre la sandbox. Los nodos Lightning y los pagos son reales, el dinero no.',
  'docs.openApi': 'openapi.json',
  'docs.signedIn': 'con sesión',
} as const
