/** Portuguese words of the nostr feed: whom one follows, what they say, and one's relays. `{name}` stands for a value. */
export const ptFeed = {
  'follows.follow': 'Seguir no Nostr',
  'follows.following': 'Seguindo no Nostr',
  'follows.followName': 'Seguir no Nostr: {name}',
  'follows.followingName': 'Seguindo no Nostr: {name}',
  'follows.followed': 'Você segue {name} no Nostr, e todos podem ver. O que for dito lá está no seu feed do Nostr.',
  'follows.unfollowed': 'Você não segue mais {name} no Nostr.',
  'follows.unknown':
    'Nem todos os relays puderam dizer quem você já segue. Para não perder nenhuma lista sua, nada foi mudado. Tente de novo mais tarde.',
  'follows.beginAsk': 'Começar uma lista?',
  'follows.beginNote':
    'Os relays não conhecem nenhuma lista de quem você segue. Se outro aplicativo Nostr mantém uma, adicione antes os relays dele aos seus: uma lista nova tomaria o lugar dela.',
  'follows.begin': 'Começar a lista',
  'follows.toRelays': 'Seus relays',
  'following.title': 'Seguindo',
  'following.here': 'Neste site',
  'following.lead': 'Novos lançamentos, episódios e mensagens dos artistas e podcasts que você segue.',
  'following.nobody':
    'Você ainda não segue ninguém. Siga um artista ou um podcast e o que eles publicarem aparecerá aqui.',
  'following.empty': 'Os artistas e podcasts que você segue ainda não publicaram nada.',
  'following.toNew': 'Novidades',
  'following.album': 'lançou um álbum',
  'following.track': 'adicionou uma faixa',
  'following.episode': 'publicou um episódio',
  'following.message': 'escreveu',
  'feed.title': 'Feed do Nostr',
  'feed.lead': 'O que dizem e lançam as pessoas que você segue no Nostr, do mais novo ao mais antigo.',
  'feed.noKey':
    'Aqui aparece o que dizem as pessoas que você segue no Nostr. Vincule uma chave Nostr à sua conta para ver.',
  'feed.nobody':
    'Você ainda não segue ninguém no Nostr. Artistas e pessoas com chave Nostr têm aqui um botão para isso.',
  'feed.toArtists': 'Ver artistas',
  'feed.empty': 'Estes relays ainda não conhecem nada de quem você segue.',
  'feed.failed': 'O feed não chegou',
  'feed.unknown': 'Nem todos os relays puderam dizer quem você segue. Tente de novo mais tarde.',
  'feed.shared': '{name} compartilhou',
  'feed.gone': 'O que foi compartilhado não está nestes relays.',
  'feed.track': 'Nova música',
  'feed.release': 'Novo lançamento',
  'feed.show': 'Podcast',
  'feed.episode': 'Novo episódio',
  'feed.open': 'Abrir aqui',
  'feed.openTitle': 'Abrir aqui: {title}',
  'relays.title': 'Relays do Nostr',
  'relays.note':
    'Onde outros aplicativos Nostr encontram o que você publica e para onde escrevem a você. Sua chave assina e todos podem ver.',
  'relays.none':
    'Os relays não conhecem nenhuma lista sua. Os deste site são propostos; publicá-los substitui uma lista que você tenha em outro lugar.',
  'relays.ownOnly':
    'Este site usa só o próprio relay, seja o que for que esteja aqui. A lista é para seus outros aplicativos Nostr.',
  'relays.read': 'Ler',
  'relays.write': 'Escrever',
  'relays.messages': 'Mensagens',
  'relays.address': 'Endereço de um relay',
  'relays.add': 'Adicionar relay',
  'relays.remove': 'Remover {relay}',
  'relays.invalid': 'Isto não é o endereço de um relay. Ele começa com wss://',
  'relays.known': 'Este relay já está na lista.',
  'relays.publish': 'Publicar relays',
  'relays.published': 'Seus relays estão publicados.',
  'relays.changed':
    'Outro aplicativo mudou sua lista nesse meio-tempo, por isso nada foi publicado. Esta é a mais nova.',
  'relays.unknown':
    'Nem todos os relays responderam sobre a sua lista. Para não perder nenhuma, ela não pode ser mudada agora. Tente de novo mais tarde.',
} as const
