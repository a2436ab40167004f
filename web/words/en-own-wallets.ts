/** English texts for paying from the user's own wallet, and for zapping with their own nostr key. */
export const enOwnWallets = {
  'zap.payConnected': 'Pay {sats} sats from your connected wallet',
  'zap.fromConnected': 'Pay from your connected wallet',
  'zap.payBrowser': 'Pay {sats} sats by browser wallet',
  'zap.fromBrowser': 'Pay from your browser wallet',
  'zap.browserAsked': 'Your browser wallet is asking you…',
  'zap.browserAskedNote': 'Confirm it there. This page updates when it is paid.',
  'zap.connectedAsked': 'Your wallet is paying…',
  'zap.walletSlow': 'Your wallet has not answered yet',
  'zap.browserSlowNote':
    'Look for its window, perhaps behind this one. Or pay the invoice from any other wallet: it is only ever paid once.',
  'zap.walletUnsure': 'Your wallet has not said that it paid',
  'zap.walletUnsureNote':
    'It may still be paying. This page updates when it is paid. The invoice is only ever paid once.',
  'zap.walletSaysPaid': 'Your wallet says it has paid',
  'zap.walletSaysPaidNote': 'We are waiting for it to arrive here. This page updates automatically.',
  'zap.showInvoice': 'Show the invoice',
  'zap.browserAbsent': 'The browser wallet is no longer available. Nothing was paid.',
  'zap.browserRefused': 'Your browser wallet did not pay. That is fine: try again, or choose another way.',
  'zap.connectedAbsent': 'No wallet is connected in this browser any longer. Nothing was paid.',
  'zap.connectedUnreachable':
    'Your wallet could not be reached, so nothing was paid. Try again, or choose another way.',
  'zap.connectedTooLittle': 'Your wallet holds too little for this. Nothing was paid.',
  'zap.connectedQuota': 'This is more than your wallet allows for now. Nothing was paid.',
  'zap.connectedBusy': 'Your wallet was asked too often. Nothing was paid. Try again in a minute.',
  'zap.connectedNotAllowed':
    'Your wallet does not let this connection pay. Nothing was paid. You can connect it again in the settings.',
  'zap.onNostr': 'Zap publicly on nostr',
  'zap.onNostrHint':
    'Signed with your nostr key. Anybody can then see that this key paid, how much, for what, and your message, for good.',
  'zap.onNostrBalance': 'What you pay from your balance stays off nostr.',
  'zap.signing': 'Waiting for your nostr key…',
  'zap.keyAbsent':
    'Your nostr key is no longer in this browser. Nothing was paid. Zap without nostr, or log in with the key again.',
  'zap.keyRefused':
    'Your nostr extension did not sign, so nothing was paid. Try again, or switch nostr off for this zap.',
  'zap.keyAltered': 'Your nostr extension signed with another key, or something else than was asked. Nothing was paid.',
  'settings.ownWallet': 'Your own wallet',
  'settings.ownWalletNote':
    'Connect a Lightning wallet of yours (Nostr Wallet Connect), and zaps can be paid from it with one press.',
  'settings.ownWalletKept':
    'The connection is kept in this browser only, and never sent to us. Whoever uses this browser can pay with it, so give it a budget in your wallet. Signing out removes it.',
  'settings.ownWalletField': 'Connection from your wallet',
  'settings.ownWalletHint':
    'In your wallet, look for “Nostr Wallet Connect” and copy what begins with nostr+walletconnect://',
  'settings.ownWalletConnect': 'Connect wallet',
  'settings.ownWalletTrying': 'Asking your wallet…',
  'settings.ownWalletConnected': 'Your wallet is connected.',
  'settings.ownWalletRemoved': 'The connection is gone from this browser. You can end it in your wallet too.',
  'settings.ownWalletName': 'Lightning wallet',
  'settings.ownWalletHolds': '{sats} sats · over {relays}',
  'settings.ownWalletOver': 'Over {relays}',
  'settings.ownWalletAddress':
    'That is not a wallet connection yet. One begins with nostr+walletconnect:// and names a relay and a secret.',
  'settings.ownWalletUnreachable':
    'None of the relays of this connection could be reached. Look whether it is the newest one, and try again.',
  'settings.ownWalletSilent': 'Your wallet did not answer. It may have to be open for this. Nothing is kept.',
  'settings.ownWalletCannotPay': 'This connection may not pay invoices. Create one in your wallet that may.',
  'settings.ownWalletRefused': 'Your wallet no longer knows this connection. Create a new one there.',
  'settings.ownWalletEncryption': 'Your wallet speaks in a way this page does not know.',
  'settings.ownWalletNotKept': 'This browser keeps nothing for this page, so the connection cannot be kept.',
} as const
