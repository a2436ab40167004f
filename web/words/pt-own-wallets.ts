/** The Portuguese words of paying from a wallet of one's own, and of zapping under one's own nostr key. */
export const ptOwnWallets = {
  'zap.payConnected': 'Pagar {sats} sats da carteira conectada',
  'zap.fromConnected': 'Pagar da sua carteira conectada',
  'zap.payBrowser': 'Pagar {sats} sats com a carteira do navegador',
  'zap.fromBrowser': 'Pagar da carteira do navegador',
  'zap.browserAsked': 'A carteira do navegador está perguntando…',
  'zap.browserAskedNote': 'Confirme lá. Esta página percebe sozinha quando for pago.',
  'zap.connectedAsked': 'Sua carteira está pagando…',
  'zap.walletSlow': 'Sua carteira ainda não respondeu',
  'zap.browserSlowNote':
    'Procure a janela dela, talvez atrás desta. Ou pague a fatura de outra carteira: ela só é paga uma vez.',
  'zap.walletUnsure': 'Sua carteira não disse que pagou',
  'zap.walletUnsureNote':
    'Talvez ainda esteja pagando. Esta página percebe sozinha quando for pago. A fatura só é paga uma vez.',
  'zap.walletSaysPaid': 'Sua carteira diz que pagou',
  'zap.walletSaysPaidNote': 'Estamos esperando chegar aqui. Esta página percebe sozinha.',
  'zap.showInvoice': 'Mostrar a fatura',
  'zap.browserAbsent': 'Não há mais carteira neste navegador. Nada foi pago.',
  'zap.browserRefused': 'A carteira do navegador não pagou. Tudo bem: tente de novo ou escolha outra forma.',
  'zap.connectedAbsent': 'Não há mais carteira conectada neste navegador. Nada foi pago.',
  'zap.connectedUnreachable':
    'Não foi possível falar com sua carteira, então nada foi pago. Tente de novo ou escolha outra forma.',
  'zap.connectedTooLittle': 'Sua carteira tem pouco saldo para isso. Nada foi pago.',
  'zap.connectedQuota': 'Isso é mais do que sua carteira permite por enquanto. Nada foi pago.',
  'zap.connectedBusy': 'Sua carteira recebeu pedidos demais. Nada foi pago. Tente de novo em um minuto.',
  'zap.connectedNotAllowed':
    'Sua carteira não deixa esta conexão pagar. Nada foi pago. Você pode conectá-la de novo nas configurações.',
  'zap.onNostr': 'Enviar o zap em público no nostr',
  'zap.onNostrHint':
    'Assinado com sua chave nostr. Qualquer pessoa poderá ver, para sempre, que essa chave pagou, quanto, pelo quê e sua mensagem.',
  'zap.onNostrBalance': 'O que você paga com seu saldo não vai para o nostr.',
  'zap.signing': 'Esperando sua chave nostr…',
  'zap.keyAbsent':
    'Sua chave nostr não está mais neste navegador. Nada foi pago. Envie o zap sem nostr ou entre de novo com a chave.',
  'zap.keyRefused':
    'Sua extensão nostr não assinou, então nada foi pago. Tente de novo ou desligue o nostr para este zap.',
  'zap.keyAltered': 'Sua extensão nostr assinou com outra chave ou algo diferente. Nada foi pago.',
  'settings.ownWallet': 'Sua própria carteira',
  'settings.ownWalletNote': 'Conecte uma carteira Lightning sua (Nostr Wallet Connect) e pague zaps com um toque.',
  'settings.ownWalletKept':
    'A conexão fica só neste navegador e nunca é enviada para nós. Quem usar este navegador pode pagar com ela; defina um orçamento na sua carteira. Ao sair da conta, ela é removida.',
  'settings.ownWalletField': 'Conexão da sua carteira',
  'settings.ownWalletHint':
    'Procure “Nostr Wallet Connect” na sua carteira e copie o que começa com nostr+walletconnect://',
  'settings.ownWalletConnect': 'Conectar carteira',
  'settings.ownWalletTrying': 'Perguntando à sua carteira…',
  'settings.ownWalletConnected': 'Sua carteira está conectada.',
  'settings.ownWalletRemoved': 'A conexão saiu deste navegador. Você também pode encerrá-la na sua carteira.',
  'settings.ownWalletName': 'Carteira Lightning',
  'settings.ownWalletHolds': '{sats} sats · por {relays}',
  'settings.ownWalletOver': 'Por {relays}',
  'settings.ownWalletAddress':
    'Isso ainda não é uma conexão de carteira. Ela começa com nostr+walletconnect:// e traz um relay e um segredo.',
  'settings.ownWalletUnreachable': 'Nenhum relay desta conexão respondeu. Veja se é a mais recente e tente de novo.',
  'settings.ownWalletSilent': 'Sua carteira não respondeu. Talvez precise estar aberta. Nada foi guardado.',
  'settings.ownWalletCannotPay': 'Esta conexão não pode pagar faturas. Crie na sua carteira uma que possa.',
  'settings.ownWalletRefused': 'Sua carteira não conhece mais esta conexão. Crie uma nova lá.',
  'settings.ownWalletEncryption': 'Sua carteira fala de um jeito que esta página não conhece.',
  'settings.ownWalletNotKept': 'Este navegador não guarda nada para esta página, então a conexão não pode ser mantida.',
} as const
