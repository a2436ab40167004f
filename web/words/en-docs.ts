/** English texts of the guide and of the API reference. */
export const enDocs = {
  'docs.title': 'How {brand} works',
  'docs.lead':
    '{brand} plays music and podcasts, and pays the people who make them over the Lightning network. This is the short guide for listeners, artists and operators.',
  'docs.contents': 'On this page',
  'docs.listeners': 'For listeners',
  'docs.listenersText':
    'Play any song or episode without an account. If you like one, send a zap: a payment of any size, with a message if you want. Before you pay, you see who gets what. With an account you have a balance, playlists, favourites and a feed of the artists you follow.',
  'docs.artists': 'For artists',
  'docs.artistsText':
    'Publish music and shows, and name everyone who shares in what they earn. Each payment is split immediately and your share is added to your balance. Withdraw it, or have it forwarded to a lightning address.',
  'docs.publishTitle': 'How to publish',
  'docs.publishStudio': 'Sign up and open the studio.',
  'docs.publishUpload':
    'Create an artist and a release, and add your audio files. Their tags and pictures fill in the form.',
  'docs.publishSplit': 'Enter who shares the earnings, and how much each person gets.',
  'docs.publishNow': 'Publish now, or choose a date. Nothing is public before then.',
  'docs.operators': 'For operators',
  'docs.operatorsText':
    'You can run this software on your own server. It needs Node 18 or newer on Linux, macOS or WSL; PostgreSQL is included. In the folder of the source code, run:',
  'docs.operatorsSandbox':
    'The first start is a sandbox with demo music and no real money, at http://127.0.0.1:3000. For real payments, connect a Lightning node of your own: lnd, Core Lightning, phoenixd or a NIP-47 wallet. Settings are environment variables, for example:',
  'docs.operatorsSettings': 'All settings and how to update, back up and monitor a server',
  'docs.questions': 'Questions',
  'docs.more': 'More documentation',
  'docs.apiText': 'Every call of this server, for programs that use it.',
  'docs.filesText': 'The documentation of the source code, in English:',
  'docs.apiTitle': 'API reference',
  'docs.apiLead':
    'The pages of {brand} use these calls, and other programs can use them too. Parameters and answers are described in OpenAPI 3.1:',
  'docs.satQuestion': 'What is a sat?',
  'docs.satAnswer':
    'The smallest whole unit of bitcoin: one bitcoin is 100,000,000 sats. Amounts here are in sats, because that is what is paid. What they are worth in dollars stands beside them where a price is known; it is only for orientation and changes all the time.',
  'docs.walletQuestion': 'How do I get a wallet?',
  'docs.walletAnswer':
    'Install any Lightning wallet, for example Phoenix, Wallet of Satoshi or Alby, and buy or receive some sats there. Then scan the code of an invoice, or open it on the same device. No account is needed here.',
  'docs.zapQuestion': 'What is a zap?',
  'docs.zapAnswer':
    'A payment to a song, an episode, an artist, of any size from one sat on, over the Lightning network. It arrives in a second, and it is split among those who made the music before it lands.',
  'docs.accountQuestion': 'Do I need an account?',
  'docs.accountAnswer':
    'Not to listen, and not to zap: any Lightning wallet pays the code that is shown. An account keeps a balance, so that a zap is one tap.',
  'docs.feeQuestion': 'Who gets what?',
  'docs.feeAnswer':
    '{percent} of a payment to content keeps this server running; the rest goes to the people named in the split, to the last thousandth of a sat. You see it before you pay, and on the receipt afterwards.',
  'docs.withdrawQuestion': 'How do I get my money out?',
  'docs.withdrawAnswer':
    'Paste an invoice of any Lightning wallet. The amount and a reserve for the network’s fee are held, sent, and what the network did not use comes back. Without its final word nothing is lost and nothing is guessed.',
  'docs.sandboxQuestion': 'Is this real money?',
  'docs.sandboxAnswer':
    'Not on this server: it runs the sandbox. The Lightning nodes and the payments are real, the money is not.',
  'docs.openApi': 'openapi.json',
  'docs.signedIn': 'signed in',
} as const
