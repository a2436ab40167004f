/** Portuguese words of the nostr profile: what relays know of somebody's keys. `{name}` stands for a value. */
export const ptNostr = {
  'nostr.profile': 'Perfil no Nostr',
  'nostr.profileNote':
    'O que os relays Nostr dizem das suas chaves. Se você não tem nome ou imagem aqui, seu menu mostra estes.',
  'nostr.connecting': 'Conectando aos relays…',
  'nostr.noRelay': 'Nenhum relay responde agora. A conexão é tentada de novo sozinha.',
  'nostr.connected': '{connected} de {all} relays conectados',
  'nostr.none': 'Os relays não conhecem nenhum perfil desta chave.',
  'nostr.publish': 'Publicar nome e imagem',
  'nostr.publishNote': 'Sua chave assina e todos podem ver. Substitui o perfil que esta chave tiver em outros relays.',
  'nostr.published': 'Publicado em um relay. | Publicado em {count} relays.',
  'nostr.followers': 'Um seguidor conhecido | {count} seguidores conhecidos',
  'nostr.refused': 'Os relays não aceitaram: {words}',
  'nostr.unreachable': 'Nenhum relay respondeu. Tente de novo.',
  'nostr.keyAbsent': 'Esta chave não está guardada neste navegador, e aqui não há extensão Nostr que possa assinar.',
  'nostr.keyRefused': 'A extensão Nostr não aceitou. Nada foi publicado.',
  'nostr.otherKey': 'A extensão Nostr tem outra chave. Escolha esta lá e tente de novo.',
} as const
