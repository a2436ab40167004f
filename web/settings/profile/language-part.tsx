/** The language of the interface, saved in this browser and with the account, for e-mails and other browsers. */
import { languages } from '#contract/languages.ts'
import { chooseLanguage } from '#web/frame/language-choice.ts'
import { useSite } from '#web/data/site.ts'
import { currentLanguage, languageNames } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'
import { Choice } from '#web/settings/choice.tsx'
import { Panel } from '#web/settings/panel.tsx'

export function LanguagePart() {
  const { call } = useSite()
  return (
    <Panel title={t('settings.language')} note={t('settings.languageNote')}>
      <Choice
        label={t('settings.language')}
        options={languages.map((language) => ({ value: language, name: languageNames[language] }))}
        selected={currentLanguage()}
        onChoose={(language) => void chooseLanguage(language, call, true)}
      />
    </Panel>
  )
}
