/** Japanese words of the nostr profile: what relays know of somebody's keys. `{name}` stands for a value. */
export const jaNostr = {
  'nostr.profile': 'Nostrプロフィール',
  'nostr.profileNote':
    'あなたの鍵についてNostrリレーが持っている情報です。ここに名前や画像がないときは、メニューにこちらを表示します。',
  'nostr.connecting': 'リレーに接続しています…',
  'nostr.noRelay': '今はどのリレーにも接続できません。自動でもう一度試します。',
  'nostr.connected': '{all}件中{connected}件のリレーに接続中',
  'nostr.none': 'リレーにはこの鍵のプロフィールがありません。',
  'nostr.publish': '名前と画像を公開',
  'nostr.publishNote':
    'あなたの鍵で署名され、だれでも見られます。この鍵のプロフィールがほかのリレーにある場合は置き換わります。',
  'nostr.published': '{count}件のリレーに公開しました。',
  'nostr.followers': '確認できたフォロワー{count}人',
  'nostr.refused': 'リレーが受け付けませんでした：{words}',
  'nostr.unreachable': 'どのリレーにも接続できませんでした。もう一度お試しください。',
  'nostr.keyAbsent': 'この鍵はこのブラウザーに保存されておらず、署名できるNostr拡張機能もありません。',
  'nostr.keyRefused': 'Nostr拡張機能が承認しませんでした。何も公開されていません。',
  'nostr.otherKey': 'Nostr拡張機能には別の鍵が入っています。そちらでこの鍵を選んで、もう一度お試しください。',
} as const
