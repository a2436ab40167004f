/** Notifies the owner of a takedown of its reason, its effect on their money, and how to object; and of its undoing. In
 * the language of the owner's account. */
import { addressIn, type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { readPerson } from '#server/accounts/people.ts'
import type { TakenDown } from '#server/events.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Mailer } from '#server/platform/mail.ts'

type Parts = { database: Database; mailer: Mailer; config: Pick<Config, 'brandName'>; publicUrl: string }

/** Subscriber for taken-down. A repeated delivery sends the mail again: two mails are better than none. */
export function mailTakedown({ database, mailer, config, publicUrl }: Parts) {
  return async ({ owners, reason, isUndone }: TakenDown): Promise<void> => {
    for (const { userId, titles } of owners) {
      const person = await readPerson(database.read, userId)
      if (person === null || person.isDeleted || person.email === null) continue
      const language = person.language ?? PLAIN_LANGUAGE
      const { hello, why, back, down } = words[language]
      const { subject, what, lead } = isUndone ? back : down
      const values: Readonly<Record<string, string>> = {
        name: person.displayName ?? person.username,
        titles: titles.join(', '),
        reason,
        contact: publicUrl + addressIn('/contact', language),
      }
      const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
      const paragraphs = [hello, what, why, lead].filter((text) => text !== '')
      await mailer.send({
        to: person.email,
        subject,
        text: [...paragraphs.map(fill), config.brandName].join('\n\n'),
      })
    }
  }
}

type Said = { subject: string; what: string; lead: string }
type Words = { hello: string; why: string; back: Said; down: Said }

const words: Readonly<Record<Language, Words>> = {
  en: {
    hello: 'Hello {name},',
    why: 'Why: {reason}',
    back: {
      subject: 'Your content is back',
      what: '{titles}\nis back, and your payments are free again, unless something else holds them.',
      lead: '',
    },
    down: {
      subject: 'Your content was taken down',
      what: '{titles}\nis not shown any more.',
      lead:
        'You can still log in, listen and receive. What you earn is kept in your balance; payments out of it are held.\n' +
        'If you think this is wrong, answer this mail or write to us: {contact}',
    },
  },
  de: {
    hello: 'Hallo {name},',
    why: 'Der Grund: {reason}',
    back: {
      subject: 'Deine Inhalte sind wieder da',
      what: '{titles}\nist wieder da, und deine Zahlungen sind wieder frei, sofern sie nichts anderes zurückhält.',
      lead: '',
    },
    down: {
      subject: 'Deine Inhalte wurden entfernt',
      what: '{titles}\nwird nicht mehr gezeigt.',
      lead:
        'Du kannst dich weiter anmelden, hören und empfangen. Was du verdienst, bleibt auf deinem Guthaben; ' +
        'Auszahlungen davon werden zurückgehalten.\n' +
        'Wenn du das für falsch hältst, antworte auf diese Mail oder schreib uns: {contact}',
    },
  },
  es: {
    hello: 'Hola, {name}:',
    why: 'Motivo: {reason}',
    back: {
      subject: 'Tu contenido ha vuelto',
      what: '{titles}\nha vuelto, y tus pagos vuelven a estar libres, salvo que los retenga otra cosa.',
      lead: '',
    },
    down: {
      subject: 'Se ha retirado tu contenido',
      what: '{titles}\nya no se muestra.',
      lead:
        'Puedes seguir iniciando sesión, escuchando y recibiendo. Lo que ganas queda en tu saldo; los pagos desde él ' +
        'están retenidos.\n' +
        'Si crees que es un error, responde a este correo o escríbenos: {contact}',
    },
  },
  pt: {
    hello: 'Olá, {name},',
    why: 'Motivo: {reason}',
    back: {
      subject: 'Seu conteúdo voltou',
      what: '{titles}\nvoltou, e seus pagamentos estão liberados de novo, a menos que outra coisa os retenha.',
      lead: '',
    },
    down: {
      subject: 'Seu conteúdo foi retirado',
      what: '{titles}\nnão é mais exibido.',
      lead:
        'Você ainda pode entrar, ouvir e receber. O que você ganha fica no seu saldo; os pagamentos a partir dele ' +
        'estão retidos.\n' +
        'Se você acha que isso está errado, responda a este e-mail ou escreva para nós: {contact}',
    },
  },
  ja: {
    hello: '{name}さん、こんにちは。',
    why: '理由：{reason}',
    back: {
      subject: 'コンテンツが再び公開されました',
      what: '{titles}\nが再び公開されました。ほかに保留の理由がなければ、支払いもまたできるようになっています。',
      lead: '',
    },
    down: {
      subject: 'コンテンツが取り下げられました',
      what: '{titles}\nは表示されなくなりました。',
      lead:
        'ログイン、再生、受け取りは引き続きできます。収益は残高に残りますが、残高からの支払いは保留されています。\n' +
        'これが誤りだと思われる場合は、このメールに返信するか、こちらまでご連絡ください： {contact}',
    },
  },
}
