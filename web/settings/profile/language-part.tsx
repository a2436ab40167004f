/** The language of the interface, saved in this browser and with the account, for e-mails and other browsers. */
import { languages } from '#contract/languages.ts'
import { chooseLanguage } from '../../frame/language-choice.ts'
import { useSite } from '../../data/site.ts'
import { currentLanguage, languageNames } from '../../words/language.ts'
import { t } from '../../words/words.ts'
import { Choice } from '../choice.tsx'
import { Panel } from '../panel.tsx'

export function LanguagePart() {
  const { call } = useSite()
  return (
    <Panel title={t('settings.language')} note={t('settings.languageNote')}>
      <Choice
        label={t('settings.language')}
        options={languages.map((language) => ({ value: language, name: languageNames[language] }))}
        chosen={currentLanguage()}
        onChoose={(language) => void chooseLanguage(language, call, true)}
      />
    </Panel>
  )
}
