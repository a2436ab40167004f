/** What can go wrong with a relay. */

/** The relay could not be reached, or did not respond. */
export class RelayFailed extends Error {
  override name = 'RelayFailed'
  /** The reason, without the address. */
  readonly words: string

  constructor(address: string, text: string) {
    super(`${address}: ${text}`)
    this.words = text
  }
}

/** The relay refused the event. The message is the relay's. */
export class RelayRefused extends Error {
  override name = 'RelayRefused'
}
