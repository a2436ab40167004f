/** Messages for invalid input, in every language. `{field}` is the name of the field, `{limit}` a number, `{values}` a
 * list. field-errors.ts chooses the message. */
import type { Language } from '#contract/languages.ts'

export type FieldFault =
  | 'missing'
  | 'text'
  | 'number'
  | 'whole'
  | 'flag'
  | 'list'
  | 'object'
  | 'file'
  | 'null'
  | 'tooShort'
  | 'tooLong'
  | 'tooSmall'
  | 'tooLarge'
  | 'tooFew'
  | 'tooMany'
  | 'format'
  | 'email'
  | 'id'
  | 'date'
  | 'choice'
  | 'unknown'
  | 'other'

type Words = Readonly<Record<FieldFault | 'body', string>>

export const fieldWords: Readonly<Record<Language, Words>> = {
  en: {
    body: 'The body of the request',
    missing: '{field} is missing.',
    text: '{field} must be text.',
    number: '{field} must be a number.',
    whole: '{field} must be a whole number.',
    flag: '{field} must be true or false.',
    list: '{field} must be a list.',
    object: '{field} must be an object.',
    file: '{field} must be a file.',
    null: '{field} must be null.',
    tooShort: '{field} must have at least {limit} characters.',
    tooLong: '{field} must have at most {limit} characters.',
    tooSmall: '{field} must be at least {limit}.',
    tooLarge: '{field} must be at most {limit}.',
    tooFew: '{field} must have at least {limit} entries.',
    tooMany: '{field} must have at most {limit} entries.',
    format: '{field} does not have the right format.',
    email: '{field} must be an e-mail address.',
    id: '{field} must be an id.',
    date: '{field} must be a date and time such as 2026-01-31T12:00:00Z.',
    choice: '{field} must be one of: {values}.',
    unknown: 'There is no field {field} here.',
    other: '{field} is not valid.',
  },
  de: {
    body: 'Der Inhalt der Anfrage',
    missing: '{field} fehlt.',
    text: '{field} muss Text sein.',
    number: '{field} muss eine Zahl sein.',
    whole: '{field} muss eine ganze Zahl sein.',
    flag: '{field} muss true oder false sein.',
    list: '{field} muss eine Liste sein.',
    object: '{field} muss ein Objekt sein.',
    file: '{field} muss eine Datei sein.',
    null: '{field} muss null sein.',
    tooShort: '{field} muss mindestens {limit} Zeichen haben.',
    tooLong: '{field} darf höchstens {limit} Zeichen haben.',
    tooSmall: '{field} muss mindestens {limit} sein.',
    tooLarge: '{field} darf höchstens {limit} sein.',
    tooFew: '{field} muss mindestens {limit} Einträge haben.',
    tooMany: '{field} darf höchstens {limit} Einträge haben.',
    format: '{field} hat nicht das richtige Format.',
    email: '{field} muss eine E-Mail-Adresse sein.',
    id: '{field} muss eine ID sein.',
    date: '{field} muss Datum und Uhrzeit sein, zum Beispiel 2026-01-31T12:00:00Z.',
    choice: '{field} muss eines davon sein: {values}.',
    unknown: 'Ein Feld {field} gibt es hier nicht.',
    other: '{field} ist ungültig.',
  },
  es: {
    body: 'El cuerpo de la petición',
    missing: 'Falta {field}.',
    text: '{field} debe ser texto.',
    number: '{field} debe ser un número.',
    whole: '{field} debe ser un número entero.',
    flag: '{field} debe ser true o false.',
    list: '{field} debe ser una lista.',
    object: '{field} debe ser un objeto.',
    file: '{field} debe ser un archivo.',
    null: '{field} debe ser null.',
    tooShort: '{field} debe tener al menos {limit} caracteres.',
    tooLong: '{field} debe tener como máximo {limit} caracteres.',
    tooSmall: '{field} debe ser como mínimo {limit}.',
    tooLarge: '{field} debe ser como máximo {limit}.',
    tooFew: '{field} debe tener al menos {limit} elementos.',
    tooMany: '{field} debe tener como máximo {limit} elementos.',
    format: '{field} no tiene el formato correcto.',
    email: '{field} debe ser un correo electrónico.',
    id: '{field} debe ser un identificador.',
    date: '{field} debe ser una fecha con hora, por ejemplo 2026-01-31T12:00:00Z.',
    choice: '{field} debe ser uno de estos valores: {values}.',
    unknown: 'Aquí no existe el campo {field}.',
    other: '{field} no es válido.',
  },
  pt: {
    body: 'O corpo da requisição',
    missing: 'Falta {field}.',
    text: '{field} deve ser texto.',
    number: '{field} deve ser um número.',
    whole: '{field} deve ser um número inteiro.',
    flag: '{field} deve ser true ou false.',
    list: '{field} deve ser uma lista.',
    object: '{field} deve ser um objeto.',
    file: '{field} deve ser um arquivo.',
    null: '{field} deve ser null.',
    tooShort: '{field} deve ter pelo menos {limit} caracteres.',
    tooLong: '{field} deve ter no máximo {limit} caracteres.',
    tooSmall: '{field} deve ser no mínimo {limit}.',
    tooLarge: '{field} deve ser no máximo {limit}.',
    tooFew: '{field} deve ter pelo menos {limit} itens.',
    tooMany: '{field} deve ter no máximo {limit} itens.',
    format: '{field} não está no formato correto.',
    email: '{field} deve ser um endereço de e-mail.',
    id: '{field} deve ser um identificador.',
    date: '{field} deve ser data e hora, por exemplo 2026-01-31T12:00:00Z.',
    choice: '{field} deve ser um destes valores: {values}.',
    unknown: 'O campo {field} não existe aqui.',
    other: '{field} não é válido.',
  },
  ja: {
    body: 'リクエストの本文',
    missing: '{field}がありません。',
    text: '{field}は文字列で指定してください。',
    number: '{field}は数値で指定してください。',
    whole: '{field}は整数で指定してください。',
    flag: '{field}はtrueかfalseで指定してください。',
    list: '{field}はリストで指定してください。',
    object: '{field}はオブジェクトで指定してください。',
    file: '{field}はファイルで指定してください。',
    null: '{field}はnullで指定してください。',
    tooShort: '{field}は{limit}文字以上にしてください。',
    tooLong: '{field}は{limit}文字以内にしてください。',
    tooSmall: '{field}は{limit}以上にしてください。',
    tooLarge: '{field}は{limit}以下にしてください。',
    tooFew: '{field}は{limit}件以上にしてください。',
    tooMany: '{field}は{limit}件以内にしてください。',
    format: '{field}の形式が正しくありません。',
    email: '{field}はメールアドレスで指定してください。',
    id: '{field}はIDで指定してください。',
    date: '{field}は2026-01-31T12:00:00Zのような日時で指定してください。',
    choice: '{field}は次のいずれかにしてください: {values}。',
    unknown: '{field}という項目はここにはありません。',
    other: '{field}が正しくありません。',
  },
}
