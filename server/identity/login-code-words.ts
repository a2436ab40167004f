/** The words of the mail with a log-in code, in every language. `{brand}`, `{home}` and `{code}` are filled in.
 * Other mails about an account: mail-words.ts. */
import type { Language } from '#contract/languages.ts'

export const loginCodeWords: Readonly<Record<Language, { subject: string; text: readonly string[] }>> = {
  en: {
    subject: 'Your code for {brand}: {code}',
    text: [
      'Type this code to finish logging in to {brand}:',
      '{code}',
      'It is valid for 30 minutes. This address is then stored with your account.',
      'If you are not logging in at {home}, ignore this mail and give the code to nobody.',
    ],
  },
  de: {
    subject: 'Dein Code für {brand}: {code}',
    text: [
      'Gib diesen Code ein, um die Anmeldung bei {brand} abzuschließen:',
      '{code}',
      'Er gilt 30 Minuten. Diese Adresse wird danach in deinem Konto gespeichert.',
      'Wenn du dich gerade nicht bei {home} anmeldest, beachte diese Mail nicht und gib den Code niemandem.',
    ],
  },
  es: {
    subject: 'Tu código para {brand}: {code}',
    text: [
      'Escribe este código para terminar de entrar en {brand}:',
      '{code}',
      'Vale durante 30 minutos. Después, esta dirección queda guardada en tu cuenta.',
      'Si no estás entrando en {home}, ignora este correo y no des el código a nadie.',
    ],
  },
  pt: {
    subject: 'Seu código para {brand}: {code}',
    text: [
      'Digite este código para concluir o login em {brand}:',
      '{code}',
      'Ele vale por 30 minutos. Depois disso, este endereço fica salvo na sua conta.',
      'Se você não está entrando em {home}, ignore este e-mail e não passe o código a ninguém.',
    ],
  },
  ja: {
    subject: '{brand}の確認コード: {code}',
    text: [
      '次のコードを入力すると、{brand}へのログインが完了します。',
      '{code}',
      '有効期限は30分です。ログイン後、このメールアドレスがアカウントに保存されます。',
      '{home}にログインした覚えがない場合は、このメールを無視し、コードを誰にも教えないでください。',
    ],
  },
}
