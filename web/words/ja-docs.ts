/** Japanese words of the questions page and of the list of calls. */
export const jaDocs = {
  'docs.title': '質問と回答',
  'docs.lead': '{brand}のしくみを1分で。その下に、開発者向けのすべての呼び出しがあります。',
  'docs.satQuestion': 'satとは何ですか？',
  'docs.satAnswer':
    'ビットコインの最小の整数単位です。1ビットコインは1億satです。ここでの金額は、実際に支払う単位であるsatで表示します。価格がわかる場合は、ドルでの目安を横に表示します。この目安は常に変動します。',
  'docs.walletQuestion': 'ウォレットはどう用意しますか？',
  'docs.walletAnswer':
    'Phoenix、Wallet of Satoshi、Albyなど、好きなLightningウォレットをインストールし、そこでsatを購入するか受け取ってください。あとはインボイスのコードを読み取るか、同じ端末で開くだけです。ここでのアカウントは必要ありません。',
  'docs.zapQuestion': 'Zapとは何ですか？',
  'docs.zapAnswer':
    '曲、エピソード、アーティストへの支払いです。Lightningネットワークで1 satから好きな額を送れます。1秒で届き、音楽を作った人たちに分配されます。',
  'docs.accountQuestion': 'アカウントは必要ですか？',
  'docs.accountAnswer':
    '聴くにもZapにも不要です。表示されるコードはどのLightningウォレットでも支払えます。アカウントがあれば残高からワンタップで送れます。',
  'docs.feeQuestion': 'だれがいくら受け取りますか？',
  'docs.feeAnswer':
    '作品への支払いの{percent}がサーバーの運営に使われ、残りは分配先の人たちに1000分の1 satまで届きます。支払い前にも、あとの明細でも確認できます。',
  'docs.withdrawQuestion': 'お金はどうやって引き出しますか？',
  'docs.withdrawAnswer':
    'Lightningウォレットの請求書を貼り付けてください。金額と手数料の予備を確保して送り、使わなかった分は戻ります。結果が確定するまで、失われることも推測で処理することもありません。',
  'docs.publishQuestion': 'どうやって公開しますか？',
  'docs.publishAnswer':
    '登録し、アーティストとリリースを作り、ファイルを入れ、分配先を決めて公開します。あなたが公開するまで、だれにも見えません。',
  'docs.sandboxQuestion': '本物のお金ですか？',
  'docs.sandboxAnswer':
    'このサーバーでは違います。サンドボックスなので、Lightningノードと支払いは本物ですが、お金は本物ではありません。',
  'docs.callsTitle': '呼び出し',
  'docs.callsLead': 'このサイトの動作はすべてこれらで行われます。詳細はOpenAPI 3.1にあります。',
  'docs.openApi': 'openapi.json',
  'docs.signedIn': 'ログイン必要',
} as const
