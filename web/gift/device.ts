/** What this browser stores about its first zap: a random id, of which the server stores only a hash, and whether the first zap
 * was used. Nothing is stored before there is an offer. */
const DEVICE = 'peal.device'
const OVER = 'peal.first-zap'
const ID_BYTES = 16

/** Null if storage is disabled: then a gift could not be limited to one. */
export function readDevice(): string | null {
  try {
    const known = localStorage.getItem(DEVICE)
    if (known !== null) return known
    const device = Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
    localStorage.setItem(DEVICE, device)
    return device
  } catch {
    return null
  }
}

export function isOver(): boolean {
  try {
    return localStorage.getItem(OVER) !== null
  } catch {
    return true
  }
}

export function rememberOver(): void {
  try {
    localStorage.setItem(OVER, '1')
  } catch {
    // The server remembers the device and the network.
    return
  }
}
