/** German words of the guide and of the API reference. */
export const deDocs = {
  'docs.title': 'So funktioniert {brand}',
  'docs.lead':
    '{brand} spielt Musik und Podcasts und bezahlt die Menschen, die sie machen, über das Lightning-Netz. Das ist die kurze Anleitung für Hörer, Künstler und Betreiber.',
  'docs.contents': 'Auf dieser Seite',
  'docs.listeners': 'Für Hörer',
  'docs.listenersText':
    'Du kannst jeden Song und jede Folge ohne Konto hören. Gefällt dir etwas, schick einen Zap: eine Zahlung in beliebiger Höhe, auf Wunsch mit einer Nachricht. Vor dem Zahlen siehst du, wer was bekommt. Mit einem Konto hast du ein Guthaben, Playlists, Favoriten und einen Feed der Künstler, denen du folgst.',
  'docs.artists': 'Für Künstler',
  'docs.artistsText':
    'Veröffentliche Musik und Sendungen und nenne alle, die an den Einnahmen beteiligt sind. Jede Zahlung wird sofort aufgeteilt und dein Anteil deinem Guthaben gutgeschrieben. Zahl ihn aus oder lass ihn an eine Lightning-Adresse weiterleiten.',
  'docs.publishTitle': 'So veröffentlichst du',
  'docs.publishStudio': 'Registriere dich und öffne das Studio.',
  'docs.publishUpload':
    'Leg einen Künstler und eine Veröffentlichung an und füge deine Audiodateien hinzu. Ihre Tags und Bilder füllen das Formular aus.',
  'docs.publishSplit': 'Gib an, wer an den Einnahmen beteiligt ist und wie viel jede Person bekommt.',
  'docs.publishNow': 'Veröffentliche jetzt oder wähle ein Datum. Vorher ist nichts öffentlich.',
  'docs.operators': 'Für Betreiber',
  'docs.operatorsText':
    'Du kannst diese Software auf deinem eigenen Server betreiben. Sie braucht Node 18 oder neuer unter Linux, macOS oder WSL; PostgreSQL ist dabei. Führe im Ordner des Quellcodes aus:',
  'docs.operatorsSandbox':
    'Der erste Start ist eine Sandbox mit Demo-Musik und ohne echtes Geld, unter http://127.0.0.1:3000. Für echte Zahlungen verbindest du einen eigenen Lightning-Knoten: lnd, Core Lightning, phoenixd oder eine NIP-47-Wallet. Einstellungen sind Umgebungsvariablen, zum Beispiel:',
  'docs.operatorsSettings': 'Alle Einstellungen und wie man einen Server aktualisiert, sichert und überwacht',
  'docs.questions': 'Fragen',
  'docs.more': 'Weitere Dokumentation',
  'docs.apiText': 'Jeder Aufruf dieses Servers, für Programme, die ihn nutzen.',
  'docs.filesText': 'Die Dokumentation des Quellcodes, auf Englisch:',
  'docs.apiTitle': 'API-Referenz',
  'docs.apiLead':
    'Die Seiten von {brand} verwenden diese Aufrufe, und andere Programme können es auch. Parameter und Antworten sind in OpenAPI 3.1 beschrieben:',
  'docs.satQuestion': 'Was ist ein Sat?',
  'docs.satAnswer':
    'Die kleinste ganze Einheit von Bitcoin: Ein Bitcoin sind 100.000.000 Sats. Beträge stehen hier in Sats, weil in Sats gezahlt wird. Was sie in Dollar wert sind, steht daneben, wo ein Kurs bekannt ist; das dient nur zur Orientierung und ändert sich ständig.',
  'docs.walletQuestion': 'Wie bekomme ich eine Wallet?',
  'docs.walletAnswer':
    'Installiere eine beliebige Lightning-Wallet, zum Beispiel Phoenix, Wallet of Satoshi oder Alby, und kaufe oder empfange dort ein paar Sats. Danach scannst du den Code einer Rechnung oder öffnest sie auf demselben Gerät. Ein Konto brauchst du hier dafür nicht.',
  'docs.zapQuestion': 'Was ist ein Zap?',
  'docs.zapAnswer':
    'Eine Zahlung an einen Song, eine Folge, einen Künstler, in beliebiger Höhe ab einem Sat, über das Lightning-Netz. Sie kommt in einer Sekunde an und ist schon unter denen geteilt, die die Musik gemacht haben.',
  'docs.accountQuestion': 'Brauche ich ein Konto?',
  'docs.accountAnswer':
    'Zum Hören nicht und zum Zappen nicht: Jede Lightning-Wallet bezahlt den gezeigten Code. Mit einem Konto hast du ein Guthaben, dann ist ein Zap ein Fingertipp.',
  'docs.feeQuestion': 'Wer bekommt was?',
  'docs.feeAnswer':
    '{percent} einer Zahlung an Inhalte halten diesen Server am Laufen; der Rest geht an die Leute in der Aufteilung, bis aufs letzte tausendstel Sat. Du siehst es vor dem Zahlen und danach auf dem Beleg.',
  'docs.withdrawQuestion': 'Wie bekomme ich mein Geld heraus?',
  'docs.withdrawAnswer':
    'Füge eine Rechnung aus einer beliebigen Lightning-Wallet ein. Der Betrag und eine Reserve für die Netzgebühr werden zurückgehalten und gesendet, und was das Netz nicht braucht, kommt zurück. Ohne sein letztes Wort geht nichts verloren, und es wird nichts geraten.',
  'docs.sandboxQuestion': 'Ist das echtes Geld?',
  'docs.sandboxAnswer':
    'Auf diesem Server nicht: Hier läuft die Sandbox. Die Lightning-Knoten und die Zahlungen sind echt, das Geld nicht.',
  'docs.openApi': 'openapi.json',
  'docs.signedIn': 'angemeldet',
} as const
