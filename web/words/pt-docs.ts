/** Portuguese words of the questions page and of the list of calls. */
export const ptDocs = {
  'docs.title': 'Perguntas e respostas',
  'docs.lead': 'Como o {brand} funciona, em um minuto. Abaixo estão todas as chamadas, para quem constrói com elas.',
  'docs.satQuestion': 'O que é um sat?',
  'docs.satAnswer':
    'A menor unidade inteira do bitcoin: um bitcoin são 100.000.000 de sats. Os valores aqui estão em sats porque é em sats que se paga. Quando há um preço conhecido, o valor em dólares aparece ao lado; serve só de orientação e muda o tempo todo.',
  'docs.walletQuestion': 'Como consigo uma carteira?',
  'docs.walletAnswer':
    'Instale qualquer carteira Lightning, por exemplo Phoenix, Wallet of Satoshi ou Alby, e compre ou receba alguns sats nela. Depois escaneie o código de uma fatura ou abra-a no mesmo aparelho. Aqui não é preciso ter conta.',
  'docs.zapQuestion': 'O que é um zap?',
  'docs.zapAnswer':
    'Um pagamento para uma música, um episódio, um artista, de qualquer tamanho a partir de um sat, pela rede Lightning. Chega em um segundo, já dividido entre quem fez a música.',
  'docs.accountQuestion': 'Preciso de uma conta?',
  'docs.accountAnswer':
    'Para ouvir não, e para enviar zaps também não: qualquer carteira Lightning paga o código mostrado. Com uma conta você tem saldo, e um zap é um toque.',
  'docs.feeQuestion': 'Quem recebe o quê?',
  'docs.feeAnswer':
    '{percent} de um pagamento a um conteúdo mantém este servidor no ar; o resto vai para as pessoas da divisão, até o último milésimo de sat. Você vê antes de pagar e depois no recibo.',
  'docs.withdrawQuestion': 'Como tiro meu dinheiro?',
  'docs.withdrawAnswer':
    'Cole uma fatura de qualquer carteira Lightning. O valor e uma reserva para a taxa da rede ficam retidos, são enviados, e o que a rede não usou volta. Sem a palavra final dela nada se perde e nada é adivinhado.',
  'docs.publishQuestion': 'Como publico?',
  'docs.publishAnswer':
    'Crie uma conta, um artista e um lançamento, solte seus arquivos, diga quem divide e publique. Nada é público antes de você dizer.',
  'docs.sandboxQuestion': 'É dinheiro de verdade?',
  'docs.sandboxAnswer':
    'Neste servidor não: ele roda a sandbox. Os nós Lightning e os pagamentos são reais, o dinheiro não.',
  'docs.callsTitle': 'As chamadas',
  'docs.callsLead': 'Tudo o que este site faz, faz por meio delas. Estão descritas por completo em OpenAPI 3.1.',
  'docs.openApi': 'openapi.json',
  'docs.signedIn': 'com login',
} as const
