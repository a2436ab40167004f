/** The choices of a release's kind, licence and language, and of an episode's kind, as options of a select field. */
import { episodeKinds } from '#contract/catalog/episodes.ts'
import { licences, releaseKinds } from '#contract/catalog/release-input.ts'
import { NO_WORDS, nameOfLicence } from '#contract/catalog/releases.ts'
import { dateLocales } from '#contract/languages.ts'
import { describeKind } from '#web/catalog/details/release-facts.ts'
import { nameOfKind } from '#web/catalog/lists/episode-place.ts'
import { currentLanguage } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'

/** The languages that most music is sung in, and most podcasts are spoken in. Others can be set by API, and stay when
 * the form is saved. */
const LANGUAGES =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu ha he hi hr hu hy id ig is it ja ka kk ko ku lt lv mk ml mn mr ms nb ne nl pa pl ps pt ro ru sk sl so sq sr sv sw ta te th tl tr uk ur uz vi xh yo zh zu'

type Choice = [value: string, name: string]

const optionsOf = (choices: readonly Choice[]) =>
  choices.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))

const none = (): Choice => ['', t('studio.chooseNone')]

export const kindOptions = () => optionsOf(releaseKinds.map((kind) => [kind, describeKind(kind)]))

export const episodeKindOptions = () => optionsOf(episodeKinds.map((kind) => [kind, nameOfKind(kind)]))

export const licenceOptions = () =>
  optionsOf([
    none(),
    ...licences.map((one): Choice => [one, one === 'reserved' ? t('catalog.allRightsReserved') : nameOfLicence(one)]),
  ])

export const languageOptions = (current: string) =>
  optionsOf([none(), [NO_WORDS, t('studio.instrumental')], ...languagesWith(current)])

export const spokenLanguageOptions = (current: string) => optionsOf([none(), ...languagesWith(current)])

function languagesWith(current: string): Choice[] {
  const codes = new Set([...LANGUAGES.split(' '), ...(current === '' || current === NO_WORDS ? [] : [current])])
  const names = new Intl.DisplayNames(dateLocales[currentLanguage()], { type: 'language' })
  const named = [...codes].map((code): Choice => [code, names.of(code) ?? code])
  return named.toSorted(([, one], [, other]) => one.localeCompare(other))
}
