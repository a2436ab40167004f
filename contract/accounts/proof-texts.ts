/** The description of a proof's action with its amount and its label, for its email and push message, the notification
 * list, and the dialog that requests it. `label` is an app, an address or a title. */
type Details = { label: string | null; sats: string | null }

export function formatAction(action: string, { label, sats }: Details): string {
  const what = label === null || label === '' ? '' : `: ${label}`
  const amount = sats === null ? '' : ` (${sats} sats)`
  return `${action}${amount}${what}`
}
