/** The name under which open zaps are kept in the tab. Alone, so that looking whether there are any costs nothing. */
export const KEPT_AS = 'peal.zaps'

export function hasKeptZaps(): boolean {
  try {
    return sessionStorage.getItem(KEPT_AS) !== null
  } catch {
    return false
  }
}
