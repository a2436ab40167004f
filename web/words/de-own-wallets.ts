/** The German words of paying from a wallet of one's own, and of zapping under one's own nostr key. */
export const deOwnWallets = {
  'zap.payConnected': '{sats} Sats aus der verbundenen Wallet zahlen',
  'zap.fromConnected': 'Aus deiner verbundenen Wallet zahlen',
  'zap.payBrowser': '{sats} Sats mit der Browser-Wallet zahlen',
  'zap.fromBrowser': 'Aus der Browser-Wallet zahlen',
  'zap.browserAsked': 'Deine Browser-Wallet fragt dich …',
  'zap.browserAskedNote': 'Stimm dort zu. Diese Seite merkt von selbst, wenn bezahlt ist.',
  'zap.connectedAsked': 'Deine Wallet zahlt …',
  'zap.walletSlow': 'Deine Wallet hat noch nicht geantwortet',
  'zap.browserSlowNote':
    'Such ihr Fenster, vielleicht hinter diesem. Oder zahl die Rechnung aus einer anderen Wallet: Sie wird nur einmal bezahlt.',
  'zap.walletUnsure': 'Deine Wallet hat nicht gesagt, dass sie gezahlt hat',
  'zap.walletUnsureNote':
    'Vielleicht zahlt sie noch. Diese Seite merkt von selbst, wenn bezahlt ist. Die Rechnung wird nur einmal bezahlt.',
  'zap.walletSaysPaid': 'Deine Wallet sagt, sie hat gezahlt',
  'zap.walletSaysPaidNote': 'Wir warten, bis es hier ankommt. Diese Seite merkt es von selbst.',
  'zap.showInvoice': 'Rechnung zeigen',
  'zap.browserAbsent': 'Hier ist keine Browser-Wallet mehr. Es wurde nichts bezahlt.',
  'zap.browserRefused':
    'Deine Browser-Wallet hat nicht gezahlt. Kein Problem: Versuch es noch einmal oder wähl einen anderen Weg.',
  'zap.connectedAbsent': 'In diesem Browser ist keine Wallet mehr verbunden. Es wurde nichts bezahlt.',
  'zap.connectedUnreachable':
    'Deine Wallet war nicht zu erreichen, also wurde nichts bezahlt. Versuch es noch einmal oder wähl einen anderen Weg.',
  'zap.connectedTooLittle': 'In deiner Wallet ist dafür zu wenig. Es wurde nichts bezahlt.',
  'zap.connectedQuota': 'Das ist mehr, als deine Wallet gerade erlaubt. Es wurde nichts bezahlt.',
  'zap.connectedBusy': 'Deine Wallet wurde zu oft gefragt. Es wurde nichts bezahlt. Versuch es in einer Minute wieder.',
  'zap.connectedNotAllowed':
    'Deine Wallet lässt diese Verbindung nicht zahlen. Es wurde nichts bezahlt. Du kannst sie in den Einstellungen neu verbinden.',
  'zap.onNostr': 'Öffentlich auf Nostr zappen',
  'zap.onNostrHint':
    'Signiert mit deinem Nostr-Schlüssel. Alle können dann dauerhaft sehen, dass dieser Schlüssel gezahlt hat, wie viel, wofür, und deine Nachricht.',
  'zap.onNostrBalance': 'Was du mit deinem Guthaben zahlst, kommt nicht auf Nostr.',
  'zap.signing': 'Warten auf deinen Nostr-Schlüssel …',
  'zap.keyAbsent':
    'Dein Nostr-Schlüssel ist nicht mehr in diesem Browser. Es wurde nichts bezahlt. Zappe ohne Nostr oder melde dich wieder mit dem Schlüssel an.',
  'zap.keyRefused':
    'Deine Nostr-Erweiterung hat nicht signiert, also wurde nichts bezahlt. Versuch es noch einmal oder schalte Nostr für diesen Zap aus.',
  'zap.keyAltered':
    'Deine Nostr-Erweiterung hat mit einem anderen Schlüssel oder etwas anderes signiert. Es wurde nichts bezahlt.',
  'settings.ownWallet': 'Deine eigene Wallet',
  'settings.ownWalletNote':
    'Verbinde eine Lightning-Wallet von dir (Nostr Wallet Connect), dann lassen sich Zaps mit einem Druck aus ihr zahlen.',
  'settings.ownWalletKept':
    'Die Verbindung liegt nur in diesem Browser und wird uns nie geschickt. Wer diesen Browser benutzt, kann mit ihr zahlen: Gib ihr in deiner Wallet ein Budget. Beim Abmelden wird sie entfernt.',
  'settings.ownWalletField': 'Verbindung aus deiner Wallet',
  'settings.ownWalletHint':
    'Such in deiner Wallet nach „Nostr Wallet Connect“ und kopier, was mit nostr+walletconnect:// beginnt',
  'settings.ownWalletConnect': 'Wallet verbinden',
  'settings.ownWalletTrying': 'Deine Wallet wird gefragt …',
  'settings.ownWalletConnected': 'Deine Wallet ist verbunden.',
  'settings.ownWalletRemoved':
    'Die Verbindung ist aus diesem Browser entfernt. Beende sie auch in deiner Wallet, wenn du magst.',
  'settings.ownWalletName': 'Lightning-Wallet',
  'settings.ownWalletHolds': '{sats} Sats · über {relays}',
  'settings.ownWalletOver': 'Über {relays}',
  'settings.ownWalletAddress':
    'Das ist noch keine Wallet-Verbindung. Eine beginnt mit nostr+walletconnect:// und nennt ein Relay und ein Geheimnis.',
  'settings.ownWalletUnreachable':
    'Kein Relay dieser Verbindung war zu erreichen. Schau, ob es die neueste ist, und versuch es noch einmal.',
  'settings.ownWalletSilent':
    'Deine Wallet hat nicht geantwortet. Vielleicht muss sie dafür offen sein. Es wurde nichts gespeichert.',
  'settings.ownWalletCannotPay':
    'Diese Verbindung darf keine Rechnungen zahlen. Erstell in deiner Wallet eine, die es darf.',
  'settings.ownWalletRefused': 'Deine Wallet kennt diese Verbindung nicht mehr. Erstell dort eine neue.',
  'settings.ownWalletEncryption': 'Deine Wallet spricht auf eine Weise, die diese Seite nicht kennt.',
  'settings.ownWalletNotKept':
    'Dieser Browser speichert nichts für diese Seite, also lässt sich die Verbindung nicht behalten.',
} as const
