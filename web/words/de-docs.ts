/** German words of the questions page and of the list of calls. */
export const deDocs = {
  'docs.title': 'Fragen und Antworten',
  'docs.lead':
    'Wie {brand} funktioniert, in einer Minute. Darunter stehen alle Aufrufe, für alle, die darauf aufbauen.',
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
  'docs.publishQuestion': 'Wie veröffentliche ich?',
  'docs.publishAnswer':
    'Registriere dich, leg einen Künstler und eine Veröffentlichung an, zieh deine Dateien hinein, sag, wer mit dir teilt, veröffentliche. Nichts ist öffentlich, bevor du es sagst.',
  'docs.sandboxQuestion': 'Ist das echtes Geld?',
  'docs.sandboxAnswer':
    'Auf diesem Server nicht: Hier läuft die Sandbox. Die Lightning-Knoten und die Zahlungen sind echt, das Geld nicht.',
  'docs.callsTitle': 'Die Aufrufe',
  'docs.callsLead':
    'Alles, was diese Website tut, tut sie über diese Aufrufe. Vollständig beschrieben sind sie in OpenAPI 3.1.',
  'docs.openApi': 'openapi.json',
  'docs.signedIn': 'angemeldet',
} as const
