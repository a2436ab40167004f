/** Notifies a user by mail that earnings could not be forwarded. By then the money is in the balance. */
import { addressIn, type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { formatSats } from '#contract/money.ts'
import { readPerson } from '#server/accounts/people.ts'
import type { ForwardGaveUp } from '#server/events.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Mailer } from '#server/platform/mail.ts'

type Parts = { database: Database; mailer: Mailer; config: Pick<Config, 'brandName'>; publicUrl: string }

/** Subscriber for forward-gave-up. A repeated delivery sends the mail again: two mails are better than none. */
export function tellForwardGaveUp({ database, mailer, config, publicUrl }: Parts) {
  return async (event: ForwardGaveUp): Promise<void> => {
    const person = await readPerson(database.read, event.userId)
    if (person === null || person.isDeleted || person.email === null || !person.emailVerified) return
    const language = person.language ?? PLAIN_LANGUAGE
    const { subject, hello, what, lead } = words[language]
    const values = {
      name: person.displayName ?? person.username,
      sats: formatSats(event.amountMsat, language),
      address: event.address,
    }
    const fill = (text: string) =>
      text.replaceAll(/\{(name|sats|address)\}/g, (_whole, name: keyof typeof values) => values[name])
    const link = publicUrl + addressIn('/transactions', language)
    await mailer.send({
      to: person.email,
      subject,
      text: [fill(hello), '', fill(what), lead, '', link, '', config.brandName].join('\n'),
    })
  }
}

const words: Readonly<Record<Language, Record<'subject' | 'hello' | 'what' | 'lead', string>>> = {
  en: {
    subject: 'Your earnings could not be forwarded',
    hello: 'Hello {name},',
    what: '{sats} sats could not be sent to {address}, and we have stopped trying.',
    lead: 'Nothing is lost: they are in your balance. Please check the address, or withdraw them yourself.',
  },
  de: {
    subject: 'Deine Einnahmen konnten nicht weitergeleitet werden',
    hello: 'Hallo {name},',
    what: '{sats} Sats konnten nicht an {address} gesendet werden, und wir versuchen es nicht weiter.',
    lead: 'Verloren ist nichts: Sie sind auf deinem Guthaben. Bitte prüfe die Adresse oder zahle sie selbst aus.',
  },
  es: {
    subject: 'No se pudieron reenviar tus ingresos',
    hello: 'Hola, {name}:',
    what: 'No se pudieron enviar {sats} sats a {address} y hemos dejado de intentarlo.',
    lead: 'No se ha perdido nada: están en tu saldo. Revisa la dirección o retíralos.',
  },
  pt: {
    subject: 'Seus ganhos não puderam ser encaminhados',
    hello: 'Olá, {name},',
    what: 'Não foi possível enviar {sats} sats para {address}, e paramos de tentar.',
    lead: 'Nada se perdeu: eles estão no seu saldo. Confira o endereço ou saque você mesmo.',
  },
  ja: {
    subject: '収益を転送できませんでした',
    hello: '{name}さん、こんにちは。',
    what: '{sats} satsを{address}に送れなかったため、再試行を停止しました。',
    lead: '失われたものはありません。残高に入っています。アドレスを確認するか、ご自身で出金してください。',
  },
}
