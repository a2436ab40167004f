/** Text as it stands in HTML and XML, between tags and within the quotes of an attribute. */

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&"<>]/g, (letter) => ESCAPES[letter] ?? letter)
}
