/** Japanese words of the nostr feed: whom one follows, what they say, and one's relays. `{name}` stands for a value. */
export const jaFeed = {
  'follows.follow': 'Nostrでフォロー',
  'follows.following': 'Nostrでフォロー中',
  'follows.followName': 'Nostrでフォロー：{name}',
  'follows.followingName': 'Nostrでフォロー中：{name}',
  'follows.followed':
    'Nostrで{name}をフォローしました。これはだれでも見られます。そこでの投稿はNostrフィードに表示されます。',
  'follows.unfollowed': 'Nostrでの{name}のフォローをやめました。',
  'follows.unknown':
    'すでにだれをフォローしているか、すべてのリレーに確認できませんでした。リストを失わないよう、何も変更していません。後でもう一度お試しください。',
  'follows.beginAsk': 'フォローリストを作りますか？',
  'follows.beginNote':
    'リレーにはあなたのフォローリストがありません。ほかのNostrアプリにリストがある場合は、先にそのアプリのリレーを追加してください。新しいリストに置き換わってしまいます。',
  'follows.begin': 'リストを作る',
  'follows.toRelays': '自分のリレー',
  'feed.title': 'Nostrフィード',
  'feed.lead': 'Nostrでフォローしている人の投稿とリリースを、新しい順に表示します。',
  'feed.noKey':
    'Nostrでフォローしている人の投稿を表示するページです。見るには、アカウントにNostrの鍵をリンクしてください。',
  'feed.nobody': 'Nostrではまだだれもフォローしていません。Nostrの鍵があるアーティストや人のページにボタンがあります。',
  'feed.toArtists': 'アーティストを見る',
  'feed.empty': 'フォローしている人の投稿は、これらのリレーにはまだありません。',
  'feed.failed': 'フィードを読み込めませんでした',
  'feed.unknown': 'だれをフォローしているか、すべてのリレーに確認できませんでした。後でもう一度お試しください。',
  'feed.shared': '{name}が共有しました',
  'feed.gone': '共有されたものは、これらのリレーにはありません。',
  'feed.track': '新しい曲',
  'feed.release': '新しいリリース',
  'feed.show': 'ポッドキャスト',
  'feed.episode': '新しいエピソード',
  'feed.open': 'ここで開く',
  'feed.openTitle': 'ここで開く：{title}',
  'relays.title': 'Nostrリレー',
  'relays.note':
    'ほかのNostrアプリがあなたの公開したものを見つけ、メッセージを届ける場所です。あなたの鍵で署名され、だれでも見られます。',
  'relays.none':
    'リレーにはあなたのリストがありません。このサイトのリレーを候補として表示しています。公開すると、ほかにあるリストと置き換わります。',
  'relays.ownOnly':
    'このサイトは、ここの内容にかかわらず自分のリレーだけを使います。リストはほかのNostrアプリのためのものです。',
  'relays.read': '読み取り',
  'relays.write': '書き込み',
  'relays.messages': 'メッセージ',
  'relays.address': 'リレーのアドレス',
  'relays.add': 'リレーを追加',
  'relays.remove': '{relay}を削除',
  'relays.invalid': 'リレーのアドレスではありません。wss:// で始まります',
  'relays.known': 'このリレーはもうリストにあります。',
  'relays.publish': 'リレーを公開',
  'relays.published': 'リレーを公開しました。',
  'relays.changed': 'その間にほかのアプリがリストを変更したため、何も公開していません。これが最新のリストです。',
  'relays.unknown':
    'あなたのリストをすべてのリレーに確認できませんでした。リストを失わないよう、今は変更できません。後でもう一度お試しください。',
} as const
