/** English words of the questions page and of the list of calls. */
export const enDocs = {
  'docs.title': 'Questions and answers',
  'docs.lead': 'How {brand} works, in a minute. Below stands every call there is, for those who build on it.',
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
  'docs.publishQuestion': 'How do I publish?',
  'docs.publishAnswer':
    'Sign up, make an artist and a release, drop your files, say who shares it, publish. Nothing is public before you say so.',
  'docs.sandboxQuestion': 'Is this real money?',
  'docs.sandboxAnswer':
    'Not on this server: it runs the sandbox. The Lightning nodes and the payments are real, the money is not.',
  'docs.callsTitle': 'The calls',
  'docs.callsLead': 'Everything this page does, it does through these. They are described in full in OpenAPI 3.1.',
  'docs.openApi': 'openapi.json',
  'docs.signedIn': 'signed in',
} as const
