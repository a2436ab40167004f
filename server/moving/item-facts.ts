/** Which soundbites and licences of an item of a feed are possible here. */
import { type Soundbite, SOUNDBITE_LENGTH_MAX } from '#contract/catalog/episodes.ts'
import { licences } from '#contract/catalog/release-input.ts'
import { type Licence, nameOfLicence, urlOfLicence } from '#contract/catalog/releases.ts'

export const isSoundbite = ({ startTime, duration }: Soundbite) =>
  startTime >= 0 && duration >= 1 && duration <= SOUNDBITE_LENGTH_MAX

/** Named by its address, its name, or as in the SPDX list; null for others, also for other versions of the same ones. */
export function licenceOf(license: string | null): Licence | null {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/^https?:/, '')
      .replaceAll(/[ -]/g, '')
      .replace(/\/$/, '')
  const isNamed = (one: Exclude<Licence, 'reserved'>) =>
    [urlOfLicence(one)!, nameOfLicence(one)].some((name) => plain(name) === plain(license ?? ''))
  return licences.find((one) => one !== 'reserved' && isNamed(one)) ?? null
}
