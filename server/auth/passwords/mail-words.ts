/** Texts of the mails about an account, in every language. `{brand}`, `{home}`, `{link}` and `{email}` are filled in; a
 * text is a list of paragraphs. */
import type { Language } from '#contract/languages.ts'

export type MailName =
  | 'verification'
  | 'passwordReset'
  | 'emailChange'
  | 'emailInUse'
  | 'emailChanged'
  | 'passwordChanged'

type Words = Readonly<Record<MailName, { subject: string; text: readonly string[] }>>

export const mailWords: Readonly<Record<Language, Words>> = {
  en: {
    verification: {
      subject: 'Confirm your e-mail address for {brand}',
      text: [
        'Welcome to {brand}.',
        'Please confirm that this is your e-mail address. The link works once, within 24 hours:',
        '{link}',
        'Until then you can listen, upload and zap, but not withdraw.',
        'If you did not make an account at {home}, please ignore this mail.',
      ],
    },
    passwordReset: {
      subject: 'Choose a new password for {brand}',
      text: [
        'Somebody, hopefully you, asked for a new password for your account at {brand}.',
        'Choose one here. The link works once, within an hour:',
        '{link}',
        'If it was not you, ignore this mail: your password stays as it is.',
      ],
    },
    emailChange: {
      subject: 'Confirm your new e-mail address for {brand}',
      text: [
        'This address is to become that of an account at {brand}.',
        'Please confirm it. The link works once, within 24 hours:',
        '{link}',
        'If this was not you, please ignore this mail: nothing changes.',
      ],
    },
    emailInUse: {
      subject: 'Your e-mail address at {brand}',
      text: [
        'Somebody asked to use this e-mail address for another account at {brand}.',
        'It belongs to your account already, so nothing has changed.',
        'If it was you: log in with this address at {link}',
      ],
    },
    emailChanged: {
      subject: 'Your e-mail address at {brand} has changed',
      text: [
        'The e-mail address of your account at {brand} is now {email}.',
        'This mail goes to the former one, so that you know.',
        'If it was not you, please write to the people who run {home} at once.',
      ],
    },
    passwordChanged: {
      subject: 'Your password at {brand} has changed',
      text: [
        'The password of your account at {brand} was changed, and you were logged out everywhere else.',
        'If it was not you, choose another one at once: {link}',
      ],
    },
  },
  de: {
    verification: {
      subject: 'Bestätige deine E-Mail-Adresse für {brand}',
      text: [
        'Willkommen bei {brand}.',
        'Bitte bestätige, dass das deine E-Mail-Adresse ist. Der Link gilt einmal und 24 Stunden lang:',
        '{link}',
        'Bis dahin kannst du hören, hochladen und zappen, aber nichts auszahlen.',
        'Wenn du bei {home} kein Konto angelegt hast, beachte diese Mail nicht.',
      ],
    },
    passwordReset: {
      subject: 'Wähle ein neues Passwort für {brand}',
      text: [
        'Jemand, hoffentlich du, möchte ein neues Passwort für dein Konto bei {brand}.',
        'Hier kannst du eines wählen. Der Link gilt einmal und eine Stunde lang:',
        '{link}',
        'Wenn du das nicht warst, beachte diese Mail nicht: Dein Passwort bleibt, wie es ist.',
      ],
    },
    emailChange: {
      subject: 'Bestätige deine neue E-Mail-Adresse für {brand}',
      text: [
        'Das soll die neue Adresse eines Kontos bei {brand} werden.',
        'Bitte bestätige sie. Der Link gilt einmal und 24 Stunden lang:',
        '{link}',
        'Wenn du das nicht warst, beachte diese Mail nicht: Es ändert sich nichts.',
      ],
    },
    emailInUse: {
      subject: 'Deine E-Mail-Adresse bei {brand}',
      text: [
        'Jemand wollte diese E-Mail-Adresse für ein anderes Konto bei {brand} benutzen.',
        'Sie gehört schon zu deinem Konto, also hat sich nichts geändert.',
        'Wenn du das warst: Melde dich mit dieser Adresse an unter {link}',
      ],
    },
    emailChanged: {
      subject: 'Deine E-Mail-Adresse bei {brand} wurde geändert',
      text: [
        'Die E-Mail-Adresse deines Kontos bei {brand} ist jetzt {email}.',
        'Diese Mail geht an die bisherige, damit du es weißt.',
        'Wenn du das nicht warst, schreib bitte sofort denen, die {home} betreiben.',
      ],
    },
    passwordChanged: {
      subject: 'Dein Passwort bei {brand} wurde geändert',
      text: [
        'Das Passwort deines Kontos bei {brand} wurde geändert, und du wurdest überall sonst abgemeldet.',
        'Wenn du das nicht warst, wähle sofort ein anderes: {link}',
      ],
    },
  },
  es: {
    verification: {
      subject: 'Confirma tu correo electrónico para {brand}',
      text: [
        'Te damos la bienvenida a {brand}.',
        'Confirma que esta es tu dirección de correo. El enlace sirve una sola vez, durante 24 horas:',
        '{link}',
        'Hasta entonces puedes escuchar, subir y enviar zaps, pero no retirar.',
        'Si no has creado una cuenta en {home}, ignora este correo.',
      ],
    },
    passwordReset: {
      subject: 'Elige una contraseña nueva para {brand}',
      text: [
        'Alguien, esperamos que tú, ha pedido una contraseña nueva para tu cuenta en {brand}.',
        'Elígela aquí. El enlace sirve una sola vez, durante una hora:',
        '{link}',
        'Si no has sido tú, ignora este correo: tu contraseña sigue igual.',
      ],
    },
    emailChange: {
      subject: 'Confirma tu nuevo correo electrónico para {brand}',
      text: [
        'Esta dirección va a ser la de una cuenta en {brand}.',
        'Confírmala. El enlace sirve una sola vez, durante 24 horas:',
        '{link}',
        'Si no has sido tú, ignora este correo: no cambia nada.',
      ],
    },
    emailInUse: {
      subject: 'Tu correo electrónico en {brand}',
      text: [
        'Alguien ha pedido usar esta dirección de correo para otra cuenta en {brand}.',
        'Ya es la de tu cuenta, así que no ha cambiado nada.',
        'Si has sido tú: inicia sesión con esta dirección en {link}',
      ],
    },
    emailChanged: {
      subject: 'Tu correo electrónico en {brand} ha cambiado',
      text: [
        'La dirección de correo de tu cuenta en {brand} es ahora {email}.',
        'Este mensaje va a la anterior, para que lo sepas.',
        'Si no has sido tú, escribe cuanto antes a quienes gestionan {home}.',
      ],
    },
    passwordChanged: {
      subject: 'Tu contraseña en {brand} ha cambiado',
      text: [
        'Se ha cambiado la contraseña de tu cuenta en {brand} y se ha cerrado tu sesión en los demás dispositivos.',
        'Si no has sido tú, elige otra cuanto antes: {link}',
      ],
    },
  },
  pt: {
    verification: {
      subject: 'Confirme seu e-mail para {brand}',
      text: [
        'Boas-vindas a {brand}.',
        'Confirme que este é o seu endereço de e-mail. O link funciona uma vez, por 24 horas:',
        '{link}',
        'Até lá, você pode ouvir, enviar arquivos e mandar zaps, mas não sacar.',
        'Se você não criou uma conta em {home}, ignore este e-mail.',
      ],
    },
    passwordReset: {
      subject: 'Escolha uma nova senha para {brand}',
      text: [
        'Alguém, esperamos que você, pediu uma nova senha para sua conta em {brand}.',
        'Escolha uma aqui. O link funciona uma vez, por uma hora:',
        '{link}',
        'Se não foi você, ignore este e-mail: sua senha continua a mesma.',
      ],
    },
    emailChange: {
      subject: 'Confirme seu novo e-mail para {brand}',
      text: [
        'Este endereço vai passar a ser o de uma conta em {brand}.',
        'Confirme-o. O link funciona uma vez, por 24 horas:',
        '{link}',
        'Se não foi você, ignore este e-mail: nada muda.',
      ],
    },
    emailInUse: {
      subject: 'Seu e-mail em {brand}',
      text: [
        'Alguém pediu para usar este endereço de e-mail em outra conta em {brand}.',
        'Ele já pertence à sua conta, então nada mudou.',
        'Se foi você: entre com este endereço em {link}',
      ],
    },
    emailChanged: {
      subject: 'Seu e-mail em {brand} mudou',
      text: [
        'O endereço de e-mail da sua conta em {brand} agora é {email}.',
        'Esta mensagem vai para o anterior, para que você saiba.',
        'Se não foi você, escreva imediatamente para quem cuida de {home}.',
      ],
    },
    passwordChanged: {
      subject: 'Sua senha em {brand} mudou',
      text: [
        'A senha da sua conta em {brand} foi alterada, e você saiu da conta em todos os outros lugares.',
        'Se não foi você, escolha outra imediatamente: {link}',
      ],
    },
  },
  ja: {
    verification: {
      subject: '{brand}のメールアドレスの確認',
      text: [
        '{brand}へようこそ。',
        'このメールアドレスがあなたのものであることを確認してください。リンクは24時間以内に一度だけ使えます。',
        '{link}',
        '確認が済むまでは、再生、アップロード、Zapはできますが、出金はできません。',
        '{home} でアカウントを作成していない場合は、このメールを無視してください。',
      ],
    },
    passwordReset: {
      subject: '{brand}の新しいパスワードの設定',
      text: [
        '{brand}のアカウントについて、新しいパスワードの設定が求められました。',
        'こちらで設定してください。リンクは1時間以内に一度だけ使えます。',
        '{link}',
        '心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
      ],
    },
    emailChange: {
      subject: '{brand}の新しいメールアドレスの確認',
      text: [
        'このアドレスが{brand}のアカウントの新しいアドレスになろうとしています。',
        '確認してください。リンクは24時間以内に一度だけ使えます。',
        '{link}',
        '心当たりがない場合は、このメールを無視してください。何も変わりません。',
      ],
    },
    emailInUse: {
      subject: '{brand}でのメールアドレスについて',
      text: [
        '{brand}の別のアカウントで、このメールアドレスを使おうとした人がいます。',
        'このアドレスはすでにあなたのアカウントのものなので、何も変わっていません。',
        'ご自身の場合は、このアドレスでログインしてください： {link}',
      ],
    },
    emailChanged: {
      subject: '{brand}のメールアドレスが変更されました',
      text: [
        '{brand}のアカウントのメールアドレスは {email} になりました。',
        'お知らせのため、このメールは以前のアドレスに送っています。',
        '心当たりがない場合は、すぐに {home} の運営者に連絡してください。',
      ],
    },
    passwordChanged: {
      subject: '{brand}のパスワードが変更されました',
      text: [
        '{brand}のアカウントのパスワードが変更され、ほかのすべての端末からログアウトしました。',
        '心当たりがない場合は、すぐに別のパスワードを設定してください： {link}',
      ],
    },
  },
}
