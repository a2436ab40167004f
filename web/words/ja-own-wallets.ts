/** The Japanese words of paying from a wallet of one's own, and of zapping under one's own nostr key. */
export const jaOwnWallets = {
  'zap.payConnected': '接続したウォレットから{sats} satsを支払う',
  'zap.fromConnected': '接続したウォレットから支払う',
  'zap.payBrowser': 'ブラウザのウォレットで{sats} satsを支払う',
  'zap.fromBrowser': 'ブラウザのウォレットから支払う',
  'zap.browserAsked': 'ブラウザのウォレットで確認してください…',
  'zap.browserAskedNote': 'そちらで承認してください。支払われると、このページが自動で知らせます。',
  'zap.connectedAsked': 'ウォレットが支払っています…',
  'zap.walletSlow': 'ウォレットからまだ返事がありません',
  'zap.browserSlowNote':
    'ウィンドウがこの後ろに隠れていないか探してください。別のウォレットで請求書を支払うこともできます。支払いは一度しか行われません。',
  'zap.walletUnsure': 'ウォレットから支払い完了の返事がありません',
  'zap.walletUnsureNote':
    'まだ支払い中かもしれません。支払われると、このページが自動で知らせます。請求書は一度しか支払われません。',
  'zap.walletSaysPaid': 'ウォレットは支払い済みと伝えています',
  'zap.walletSaysPaidNote': 'こちらに届くのを待っています。届くと、このページが自動で知らせます。',
  'zap.showInvoice': '請求書を表示',
  'zap.browserAbsent': 'このブラウザにはもうウォレットがありません。何も支払われていません。',
  'zap.browserRefused': 'ブラウザのウォレットは支払いませんでした。もう一度試すか、別の方法を選んでください。',
  'zap.connectedAbsent': 'このブラウザにはもう接続されたウォレットがありません。何も支払われていません。',
  'zap.connectedUnreachable':
    'ウォレットに接続できなかったため、何も支払われていません。もう一度試すか、別の方法を選んでください。',
  'zap.connectedTooLittle': 'ウォレットの残高が足りません。何も支払われていません。',
  'zap.connectedQuota': 'ウォレットで設定された上限を超えています。何も支払われていません。',
  'zap.connectedBusy': 'ウォレットへの問い合わせが多すぎます。何も支払われていません。1分後にもう一度お試しください。',
  'zap.connectedNotAllowed':
    'ウォレットがこの接続での支払いを許可していません。何も支払われていません。設定から接続し直せます。',
  'zap.onNostr': 'nostrで公開してZapする',
  'zap.onNostrHint':
    'あなたのnostr鍵で署名されます。この鍵が支払ったこと、金額、対象、メッセージが、ずっと誰にでも見えるようになります。',
  'zap.onNostrBalance': '残高からの支払いはnostrに公開されません。',
  'zap.signing': 'nostr鍵の署名を待っています…',
  'zap.keyAbsent':
    'nostr鍵がこのブラウザにありません。何も支払われていません。nostrなしでZapするか、鍵でログインし直してください。',
  'zap.keyRefused':
    'nostr拡張機能が署名しなかったため、何も支払われていません。もう一度試すか、このZapではnostrをオフにしてください。',
  'zap.keyAltered': 'nostr拡張機能が別の鍵、または別の内容に署名しました。何も支払われていません。',
  'settings.ownWallet': '自分のウォレット',
  'settings.ownWalletNote':
    '自分のLightningウォレット（Nostr Wallet Connect）を接続すると、ワンタップでZapの支払いができます。',
  'settings.ownWalletKept':
    '接続情報はこのブラウザだけに保存され、私たちに送られることはありません。このブラウザを使う人は誰でも支払えるため、ウォレット側で予算を設定してください。ログアウトすると削除されます。',
  'settings.ownWalletField': 'ウォレットの接続文字列',
  'settings.ownWalletHint':
    'ウォレットで「Nostr Wallet Connect」を探し、nostr+walletconnect:// で始まる文字列をコピーしてください',
  'settings.ownWalletConnect': 'ウォレットを接続',
  'settings.ownWalletTrying': 'ウォレットに問い合わせ中…',
  'settings.ownWalletConnected': 'ウォレットを接続しました。',
  'settings.ownWalletRemoved': 'このブラウザから接続を削除しました。ウォレット側でも接続を終了できます。',
  'settings.ownWalletName': 'Lightningウォレット',
  'settings.ownWalletHolds': '{sats} sats · {relays} 経由',
  'settings.ownWalletOver': '{relays} 経由',
  'settings.ownWalletAddress':
    'ウォレットの接続文字列ではありません。nostr+walletconnect:// で始まり、リレーとシークレットを含みます。',
  'settings.ownWalletUnreachable':
    'この接続のどのリレーにも接続できませんでした。最新の接続か確認して、もう一度お試しください。',
  'settings.ownWalletSilent':
    'ウォレットから返事がありません。ウォレットを開いておく必要があるかもしれません。何も保存されていません。',
  'settings.ownWalletCannotPay':
    'この接続では請求書を支払えません。支払いを許可した接続をウォレットで作成してください。',
  'settings.ownWalletRefused': 'ウォレットはこの接続を認識していません。ウォレットで新しい接続を作成してください。',
  'settings.ownWalletEncryption': 'ウォレットの通信方式にこのページが対応していません。',
  'settings.ownWalletNotKept': 'このブラウザはデータを保存しない設定のため、接続を保存できません。',
} as const
