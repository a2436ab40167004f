/** Texts of the mails with a login code, in every language. `{brand}`, `{home}`, `{code}` and `{link}` are filled in.
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

/** For the code that is required besides the password. */
export const neededCodeWords: typeof loginCodeWords = {
  en: {
    subject: 'Your code for {brand}: {code}',
    text: [
      'Somebody has tried many wrong passwords for your account at {brand}. That is why logging in on a new device needs this code:',
      '{code}',
      'It is valid for 30 minutes.',
      'If you are not logging in at {home}, somebody knows your password. Give the code to nobody, and choose a new password:',
      '{link}',
    ],
  },
  de: {
    subject: 'Dein Code für {brand}: {code}',
    text: [
      'Jemand hat für dein Konto bei {brand} viele falsche Passwörter probiert. Deshalb braucht die Anmeldung auf einem neuen Gerät diesen Code:',
      '{code}',
      'Er gilt 30 Minuten.',
      'Wenn du dich gerade nicht bei {home} anmeldest, kennt jemand dein Passwort. Gib den Code niemandem und wähle ein neues Passwort:',
      '{link}',
    ],
  },
  es: {
    subject: 'Tu código para {brand}: {code}',
    text: [
      'Alguien ha probado muchas contraseñas incorrectas para tu cuenta de {brand}. Por eso, para entrar desde un dispositivo nuevo hace falta este código:',
      '{code}',
      'Vale durante 30 minutos.',
      'Si no estás entrando en {home}, alguien conoce tu contraseña. No des el código a nadie y elige una contraseña nueva:',
      '{link}',
    ],
  },
  pt: {
    subject: 'Seu código para {brand}: {code}',
    text: [
      'Alguém tentou muitas senhas erradas para a sua conta em {brand}. Por isso, entrar em um aparelho novo exige este código:',
      '{code}',
      'Ele vale por 30 minutos.',
      'Se você não está entrando em {home}, alguém sabe a sua senha. Não passe o código a ninguém e escolha uma senha nova:',
      '{link}',
    ],
  },
  ja: {
    subject: '{brand}の確認コード: {code}',
    text: [
      '{brand}のあなたのアカウントで、誤ったパスワードが何度も試されています。そのため、新しい端末でのログインには次のコードが必要です。',
      '{code}',
      '有効期限は30分です。',
      '{home}にログインした覚えがない場合、パスワードがほかの人に知られています。コードを誰にも教えず、新しいパスワードを設定してください。',
      '{link}',
    ],
  },
}
