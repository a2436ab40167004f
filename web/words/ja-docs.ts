/** Japanese words of the guide and of the API reference. */
export const jaDocs = {
  'docs.title': '{brand}のしくみ',
  'docs.lead':
    '{brand}は音楽とポッドキャストを再生し、その作り手にLightningネットワークで支払うサービスです。リスナー、アーティスト、運営者のための短いガイドです。',
  'docs.contents': 'このページの内容',
  'docs.listeners': 'リスナーの方へ',
  'docs.listenersText':
    'どの曲もエピソードも、アカウントなしで再生できます。気に入ったらZapを送りましょう。金額は自由で、メッセージも添えられます。支払う前に、だれがいくら受け取るかを確認できます。アカウントがあれば、残高、プレイリスト、お気に入り、フォロー中のアーティストのフィードを利用できます。',
  'docs.artists': 'アーティストの方へ',
  'docs.artistsText':
    '音楽や番組を公開し、収益を分け合う人を登録できます。支払いはすぐに分配され、あなたの分は残高に加わります。出金することも、Lightningアドレスへ転送することもできます。',
  'docs.publishTitle': '公開の手順',
  'docs.publishStudio': '新規登録して、スタジオを開きます。',
  'docs.publishUpload':
    'アーティストとリリースを作成し、音声ファイルを追加します。フォームにはタグと画像の内容が自動で入ります。',
  'docs.publishSplit': '収益を分け合う人と、それぞれの割合を入力します。',
  'docs.publishNow': 'すぐに公開するか、日付を選びます。それまでは公開されません。',
  'docs.operators': '運営者の方へ',
  'docs.operatorsText':
    'このソフトウェアは自分のサーバーで動かせます。必要なのはLinux、macOS、WSLのいずれかとNode 18以降です。PostgreSQLは付属しています。ソースコードのフォルダーで次を実行します。',
  'docs.operatorsSandbox':
    '最初の起動は、デモ音源が入った本物のお金を使わないサンドボックスで、http://127.0.0.1:3000 で開けます。実際の支払いには、自分のLightningノード（lnd、Core Lightning、phoenixd、またはNIP-47ウォレット）を接続します。設定は環境変数です。例：',
  'docs.operatorsSettings': 'すべての設定と、サーバーの更新・バックアップ・監視の方法',
  'docs.questions': 'よくある質問',
  'docs.more': 'その他のドキュメント',
  'docs.apiText': 'このサーバーを利用するプログラムのための、すべての呼び出し。',
  'docs.filesText': 'ソースコードのドキュメント（英語）：',
  'docs.apiTitle': 'APIリファレンス',
  'docs.apiLead':
    '{brand}のページはこれらの呼び出しを使っています。ほかのプログラムからも利用できます。パラメーターと応答はOpenAPI 3.1で記述されています。',
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
  'docs.sandboxQuestion': '本物のお金ですか？',
  'docs.sandboxAnswer':
    'このサーバーでは違います。サンドボックスなので、Lightningノードと支払いは本物ですが、お金は本物ではありません。',
  'docs.openApi': 'openapi.json',
  'docs.signedIn': 'ログイン必要',
} as const
