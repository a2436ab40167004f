/** Portuguese words of the guide and of the API reference. */
export const ptDocs = {
  'docs.title': 'Como o {brand} funciona',
  'docs.lead':
    'O {brand} toca músicas e podcasts e paga quem os faz pela rede Lightning. Este é o guia rápido para ouvintes, artistas e operadores.',
  'docs.contents': 'Nesta página',
  'docs.listeners': 'Para ouvintes',
  'docs.listenersText':
    'Você pode ouvir qualquer música ou episódio sem conta. Se gostar, envie um zap: um pagamento de qualquer valor, com uma mensagem se quiser. Antes de pagar, você vê quem recebe o quê. Com uma conta você tem saldo, playlists, favoritos e as novidades dos artistas que segue.',
  'docs.artists': 'Para artistas',
  'docs.artistsText':
    'Publique músicas e programas e informe quem participa do que eles ganham. Cada pagamento é dividido na hora, e a sua parte entra no seu saldo. Saque-a ou encaminhe-a para um endereço Lightning.',
  'docs.publishTitle': 'Como publicar',
  'docs.publishStudio': 'Crie uma conta e abra o estúdio.',
  'docs.publishUpload':
    'Crie um artista e um lançamento e adicione seus arquivos de áudio. As tags e imagens deles preenchem o formulário.',
  'docs.publishSplit': 'Informe quem divide os ganhos e quanto cada pessoa recebe.',
  'docs.publishNow': 'Publique agora ou escolha uma data. Antes disso, nada é público.',
  'docs.operators': 'Para operadores',
  'docs.operatorsText':
    'Você pode rodar este software no seu próprio servidor. Ele precisa do Node 18 ou mais recente no Linux, macOS ou WSL; o PostgreSQL vem junto. Na pasta do código-fonte, execute:',
  'docs.operatorsSandbox':
    'A primeira execução é uma sandbox com músicas de demonstração e sem dinheiro de verdade, em http://127.0.0.1:3000. Para pagamentos reais, conecte seu próprio nó Lightning: lnd, Core Lightning, phoenixd ou uma carteira NIP-47. As configurações são variáveis de ambiente, por exemplo:',
  'docs.operatorsSettings': 'Todas as configurações e como atualizar, fazer backup e monitorar um servidor',
  'docs.questions': 'Perguntas',
  'docs.more': 'Mais documentação',
  'docs.apiText': 'Todas as chamadas deste servidor, para os programas que o usam.',
  'docs.filesText': 'A documentação do código-fonte, em inglês:',
  'docs.apiTitle': 'Referência da API',
  'docs.apiLead':
    'As páginas do {brand} usam estas chamadas, e outros programas também podem usá-las. Os parâmetros e as respostas estão descritos em OpenAPI 3.1:',
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
  'docs.sandboxQuestion': 'É dinheiro de verdade?',
  'docs.sandboxAnswer':
    'Neste servidor não: ele roda a sandbox. Os nós Lightning e os pagamentos são reais, o dinheiro não.',
  'docs.openApi': 'openapi.json',
  'docs.signedIn': 'com login',
} as const
