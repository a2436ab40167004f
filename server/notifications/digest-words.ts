/** Texts of the digest in every language. `{brand}`, `{sats}`, `{name}` and addresses are filled in. Of two
 * forms, the first is the singular. */
import type { Language } from '#contract/languages.ts'
import type { Kind } from './kinds.ts'

type Counted = 'zap-received' | 'address-received' | 'comment' | 'reply' | 'release' | 'new-split'
type Period = { subject: string; subjectSats: string; why: string }
type Words = {
  hello: string
  lead: string
  most: string
  end: string
  daily: Period
  weekly: Period
  other: string
} & Readonly<Record<Counted & Kind, string> & Partial<Record<Kind, string>>>

export const digestWords: Readonly<Record<Language, Words>> = {
  en: {
    hello: 'Hello {name},',
    lead: 'This came in since we last wrote:',
    most: 'Most of it for:',
    end: 'To end these mails: {address}',
    daily: {
      subject: 'Your day on {brand}',
      subjectSats: 'Your day on {brand}: {sats} sats',
      why: 'You get this mail once a day, when something came in. To choose otherwise: {address}',
    },
    weekly: {
      subject: 'Your week on {brand}',
      subjectSats: 'Your week on {brand}: {sats} sats',
      why: 'You get this mail once a week, when something came in. To choose otherwise: {address}',
    },
    'zap-received': '{count} payment for your content | {count} payments for your content',
    'address-received': '{count} payment to your lightning address | {count} payments to your lightning address',
    comment: '{count} comment | {count} comments',
    reply: '{count} reply | {count} replies',
    release: '{count} new release of somebody you follow | {count} new releases of people you follow',
    'new-split': '{count} new share in what a content earns | {count} new shares in what contents earn',
    other: '{count} other thing | {count} other things',
  },
  de: {
    hello: 'Hallo {name},',
    lead: 'Das kam herein, seit wir zuletzt geschrieben haben:',
    most: 'Das meiste davon für:',
    end: 'Diese Mails beenden: {address}',
    daily: {
      subject: 'Dein Tag auf {brand}',
      subjectSats: 'Dein Tag auf {brand}: {sats} Sats',
      why: 'Diese Mail kommt einmal am Tag, wenn etwas hereinkam. Hier kannst du es ändern: {address}',
    },
    weekly: {
      subject: 'Deine Woche auf {brand}',
      subjectSats: 'Deine Woche auf {brand}: {sats} Sats',
      why: 'Diese Mail kommt einmal in der Woche, wenn etwas hereinkam. Hier kannst du es ändern: {address}',
    },
    'zap-received': '{count} Zahlung für deine Inhalte | {count} Zahlungen für deine Inhalte',
    'address-received': '{count} Zahlung an deine Lightning-Adresse | {count} Zahlungen an deine Lightning-Adresse',
    comment: '{count} Kommentar | {count} Kommentare',
    reply: '{count} Antwort | {count} Antworten',
    release:
      '{count} neue Veröffentlichung von jemandem, dem du folgst | {count} neue Veröffentlichungen von Leuten, denen du folgst',
    'new-split': '{count} neuer Anteil an Einnahmen | {count} neue Anteile an Einnahmen',
    other: '{count} weitere Sache | {count} weitere Sachen',
  },
  es: {
    hello: 'Hola, {name}:',
    lead: 'Esto es lo que entró desde la última vez que escribimos:',
    most: 'La mayor parte por:',
    end: 'Para dejar de recibir estos correos: {address}',
    daily: {
      subject: 'Tu día en {brand}',
      subjectSats: 'Tu día en {brand}: {sats} sats',
      why: 'Recibes este correo una vez al día, cuando entró algo. Para cambiarlo: {address}',
    },
    weekly: {
      subject: 'Tu semana en {brand}',
      subjectSats: 'Tu semana en {brand}: {sats} sats',
      why: 'Recibes este correo una vez a la semana, cuando entró algo. Para cambiarlo: {address}',
    },
    'zap-received': '{count} pago por tus contenidos | {count} pagos por tus contenidos',
    'address-received': '{count} pago a tu dirección Lightning | {count} pagos a tu dirección Lightning',
    comment: '{count} comentario | {count} comentarios',
    reply: '{count} respuesta | {count} respuestas',
    release:
      '{count} lanzamiento nuevo de alguien a quien sigues | {count} lanzamientos nuevos de gente a la que sigues',
    'new-split': '{count} parte nueva en lo que gana un contenido | {count} partes nuevas en lo que ganan contenidos',
    other: '{count} cosa más | {count} cosas más',
  },
  pt: {
    hello: 'Olá, {name},',
    lead: 'Isto entrou desde a última vez que escrevemos:',
    most: 'A maior parte por:',
    end: 'Para parar estes e-mails: {address}',
    daily: {
      subject: 'Seu dia no {brand}',
      subjectSats: 'Seu dia no {brand}: {sats} sats',
      why: 'Você recebe este e-mail uma vez por dia, quando algo entrou. Para mudar: {address}',
    },
    weekly: {
      subject: 'Sua semana no {brand}',
      subjectSats: 'Sua semana no {brand}: {sats} sats',
      why: 'Você recebe este e-mail uma vez por semana, quando algo entrou. Para mudar: {address}',
    },
    'zap-received': '{count} pagamento pelo seu conteúdo | {count} pagamentos pelo seu conteúdo',
    'address-received':
      '{count} pagamento para seu endereço Lightning | {count} pagamentos para seu endereço Lightning',
    comment: '{count} comentário | {count} comentários',
    reply: '{count} resposta | {count} respostas',
    release: '{count} lançamento novo de alguém que você segue | {count} lançamentos novos de pessoas que você segue',
    'new-split': '{count} parte nova no que um conteúdo ganha | {count} partes novas no que conteúdos ganham',
    other: '{count} outra coisa | {count} outras coisas',
  },
  ja: {
    hello: '{name}さん、こんにちは。',
    lead: '前回のお知らせ以降に届いたもの：',
    most: '主な内訳：',
    end: 'メールの停止：{address}',
    daily: {
      subject: '{brand}の今日のまとめ',
      subjectSats: '{brand}の今日のまとめ：{sats} sats',
      why: '届いたものがある日に、1日1回お送りしています。変更はこちら：{address}',
    },
    weekly: {
      subject: '{brand}の今週のまとめ',
      subjectSats: '{brand}の今週のまとめ：{sats} sats',
      why: '届いたものがある週に、週1回お送りしています。変更はこちら：{address}',
    },
    'zap-received': '作品への支払い{count}件',
    'address-received': 'Lightningアドレスへの支払い{count}件',
    comment: 'コメント{count}件',
    reply: '返信{count}件',
    release: 'フォロー中の人の新しいリリース{count}件',
    'new-split': '収益の新しい分配{count}件',
    other: 'その他{count}件',
  },
}
