/** The country in which an IP address is registered, from the database that ships with this program. What is allowed in
 * a country is decided in server/accounts/region.ts. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { Reader, type Response } from 'mmdb-lib'

type CountryRecord = Response & { country_code?: string }

let reader: Reader<CountryRecord> | null = null

/** Opened at the first lookup: most installations never need it. */
function openReader(): Reader<CountryRecord> {
  const require = createRequire(import.meta.url)
  const path = require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
  return (reader ??= new Reader<CountryRecord>(readFileSync(path)))
}

/** ISO 3166-1 code of an address, or of a network such as `2001:db8::/64`. Null when it has no country: private,
 * reserved, or not an address. */
export function countryOf(ip: string): string | null {
  const address = ip.replace(/[%/].*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(address) === 0) return null
  const code = openReader().get(address)?.country_code
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null
}
