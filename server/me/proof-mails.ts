/** Mails about proofs: the code that proves control of a mailbox, and the notification of the account's
 * owner after each use of a proof. */
import { addressIn, type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { formatSats } from '#contract/money.ts'
import { sayAction } from '#contract/accounts/proof-words.ts'
import type { ProofAction } from '#contract/accounts/proofs.ts'
import { makeHoldToken } from '#server/accounts/own-hold.ts'
import { readPerson } from '#server/accounts/people.ts'
import type { GuardedAction } from '#server/events.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Mail, Mailer } from '#server/platform/mail.ts'

type Brand = { config: Pick<Config, 'brandName'>; publicUrl: string }

export function proofCodeMail(mail: Brand & { to: string; code: string; language: Language | null }): Mail {
  const { to, code, language, config } = mail
  const { codeSubject, codeLead, codeEnd } = words[language ?? PLAIN_LANGUAGE]
  const text = [codeLead, '', code, '', codeEnd, '', config.brandName].join('\n')
  return { to, subject: codeSubject, text }
}

type Parts = Brand & { database: Database; mailer: Mailer; secret: string }

/** Subscriber for guarded-action. A repeated delivery sends the mail again: two mails are better than none. */
export function mailGuardedAction({ database, mailer, config, publicUrl, secret }: Parts) {
  return async (event: GuardedAction): Promise<void> => {
    const person = await readPerson(database.read, event.userId)
    if (person === null || person.isDeleted || person.email === null || !person.emailVerified) return
    const language = person.language ?? PLAIN_LANGUAGE
    const { subject, hello, lead, notYou, end } = words[language]
    const sats = event.amountMsat === null ? null : formatSats(event.amountMsat, language)
    const what = sayAction({ action: event.action as ProofAction, label: event.label, sats }, language)
    const token = makeHoldToken(secret, event.userId)
    const link = publicUrl + addressIn(`/hold-payments?token=${token}`, language)
    await mailer.send({
      to: person.email,
      subject,
      text: [
        hello.replace('{name}', () => person.displayName ?? person.username),
        '',
        lead,
        '',
        what,
        '',
        notYou,
        '',
        link,
        '',
        end,
        '',
        config.brandName,
      ].join('\n'),
    })
  }
}

type Word = 'subject' | 'hello' | 'lead' | 'notYou' | 'end' | 'codeSubject' | 'codeLead' | 'codeEnd'

const words: Readonly<Record<Language, Record<Word, string>>> = {
  en: {
    subject: 'Something important was done in your account',
    hello: 'Hello {name},',
    lead: 'This was just done in your account, with proof that it was you:',
    notYou: 'If it was not you, hold all outgoing payments at once. The link works without logging in:',
    end: 'You can lift the hold later in the settings.',
    codeSubject: 'Your code',
    codeLead: 'With this code you prove that it is you:',
    codeEnd: 'It works for five minutes. If you did not ask for it, somebody else is logged in to your account.',
  },
  de: {
    subject: 'In deinem Konto ist etwas Wichtiges passiert',
    hello: 'Hallo {name},',
    lead: 'Das wurde gerade in deinem Konto getan, mit einem Nachweis, dass du es bist:',
    notYou: 'Warst du das nicht, dann halte sofort alle ausgehenden Zahlungen an. Der Link geht ohne Anmeldung:',
    end: 'Aufheben kannst du das später in den Einstellungen.',
    codeSubject: 'Dein Code',
    codeLead: 'Mit diesem Code weist du nach, dass du es bist:',
    codeEnd: 'Er gilt fünf Minuten. Hast du ihn nicht angefordert, ist jemand anderes in deinem Konto angemeldet.',
  },
  es: {
    subject: 'Se ha hecho algo importante en tu cuenta',
    hello: 'Hola, {name}:',
    lead: 'Esto se acaba de hacer en tu cuenta, con una prueba de que eras tú:',
    notYou: 'Si no fuiste tú, retén ahora mismo todos los pagos salientes. El enlace funciona sin iniciar sesión:',
    end: 'Podrás levantarlo más tarde en los ajustes.',
    codeSubject: 'Tu código',
    codeLead: 'Con este código demuestras que eres tú:',
    codeEnd: 'Vale cinco minutos. Si no lo pediste, otra persona ha iniciado sesión en tu cuenta.',
  },
  pt: {
    subject: 'Algo importante foi feito na sua conta',
    hello: 'Olá, {name},',
    lead: 'Isto acabou de ser feito na sua conta, com uma prova de que era você:',
    notYou: 'Se não foi você, retenha agora todos os pagamentos que saem. O link funciona sem entrar:',
    end: 'Você pode liberar depois nas configurações.',
    codeSubject: 'Seu código',
    codeLead: 'Com este código você prova que é você:',
    codeEnd: 'Vale por cinco minutos. Se você não o pediu, outra pessoa entrou na sua conta.',
  },
  ja: {
    subject: 'アカウントで重要な操作が行われました',
    hello: '{name}さん、こんにちは。',
    lead: '本人確認のうえ、アカウントで次の操作が行われました。',
    notYou: '心当たりがない場合は、すぐにすべての送金を保留してください。ログインなしで開けます。',
    end: '保留はあとから設定で解除できます。',
    codeSubject: '確認コード',
    codeLead: '本人確認のためのコードです。',
    codeEnd: '有効期間は5分です。心当たりがない場合は、ほかの人があなたのアカウントにログインしています。',
  },
}
