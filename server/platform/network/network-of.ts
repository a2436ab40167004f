/** Which IP addresses count as one, for limits and for counting listeners. */
import { isIPv6 } from 'node:net'

/** An IPv6 customer has at least a /64 of addresses, so a /64 counts as one address.
 * The address is undefined if the client closed the connection before its request was read. */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return 'closed'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const address = ip.split('%')[0] ?? ip
  if (!isIPv6(address)) return ip
  // The URL parser normalizes IPv6 addresses to the form of RFC 5952.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
