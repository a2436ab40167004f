/** The language of the interface, saved in this browser and with the account, for e-mails and other browsers. */
import { addressIn, type Language, languages } from '#contract/languages.ts'
import { saveLanguage } from '#web/frame/language-choice.ts'
import { currentLanguage, languageNames, splitLanguage } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'
import { Choice } from '#web/settings/choice.tsx'
import { Panel } from '#web/settings/panel.tsx'

export function LanguagePart() {
  return (
    <Panel title={t('settings.language')} note={t('settings.languageNote')}>
      <Choice
        label={t('settings.language')}
        options={languages.map((language) => ({ value: language, name: languageNames[language] }))}
        selected={currentLanguage()}
        onChoose={choose}
      />
    </Panel>
  )
}

/** Loads this page in that language, which then saves the choice with the account. */
function choose(language: Language): void {
  saveLanguage(language)
  const { path } = splitLanguage(location.pathname)
  location.assign(`${addressIn(path, language)}${location.search}${location.hash}`)
}
