/** The storage key of open zaps in this tab. In its own file, so that checking for open zaps loads nothing else. */
export const STORAGE_KEY = 'peal.zaps'

export function hasStoredZaps(): boolean {
  try {
    return sessionStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return false
  }
}
