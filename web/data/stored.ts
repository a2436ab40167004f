/** Values that this browser stores, as JSON. Storage may be disabled or full, and another version of Peal may have stored
 * something else: then nothing is read, and what is written lasts as long as the page. */

export function readStored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Null removes it. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(value))
  } catch {
    return
  }
}
