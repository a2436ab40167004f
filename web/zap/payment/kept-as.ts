/** The storage key of open zaps in this tab. In its own file, so that checking for open zaps loads nothing else. */
export const KEPT_AS = 'peal.zaps'

export function hasKeptZaps(): boolean {
  try {
    return sessionStorage.getItem(KEPT_AS) !== null
  } catch {
    return false
  }
}
