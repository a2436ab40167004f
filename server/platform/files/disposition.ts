/** The Content-Disposition of a download. */

/** The name in ASCII for old clients, and in full (RFC 6266). `fallback` is for names without any letter in ASCII. */
export function attachment(name: string, fallback: string): string {
  const safe = name.replaceAll(/[\p{Cc}"\\/:*?<>|]/gu, ' ').trim()
  const plain = safe.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '')
  const encoded = encodeURIComponent(safe).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain || fallback}"; filename*=UTF-8''${encoded}`
}
