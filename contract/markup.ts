/** Escapes text for HTML and XML, between tags and in quoted attributes. */

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&"<>]/g, (character) => ESCAPES[character] ?? character)
}
