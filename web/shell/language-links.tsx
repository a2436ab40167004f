/** This page in other languages: a control at the bottom of the site menu that works without scripts, and a suggestion
 * for readers of another language. These are links that load a full page, because each language has its own. */
import type { MouseEvent } from 'react'
import { addressIn, type Language, languages } from '#contract/languages.ts'
import { chooseLanguage, hideLanguageLine } from '#web/frame/language-choice.ts'
import { useLocation } from '#web/navigation/navigation.tsx'
import { useSession } from '#web/session/session.ts'
import { useSite } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ChevronDownIcon, CloseIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { alsoIn, currentLanguage, languageNames } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'

function LanguageLink({ language, words, className }: { language: Language; words: string; className: string }) {
  const { call } = useSite()
  const { pathname, search } = useLocation()
  const isSignedIn = useSession((state) => state.session !== null)
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void chooseLanguage(language, call, isSignedIn)
  }
  return (
    <a
      href={addressIn(pathname, language) + search}
      lang={language}
      hrefLang={language}
      aria-current={language === currentLanguage() ? 'true' : undefined}
      onClick={choose}
      className={className}
    >
      {words}
    </a>
  )
}

export function LanguageLinks() {
  return (
    <details className="mt-5 border-t border-line px-3 pt-2 pb-2 text-sm">
      <summary className="-mx-1.5 flex min-h-11 items-center gap-2 rounded-item px-1.5 font-semi md:min-h-9">
        <span className="text-ink-2">{t('shell.language')}</span>
        {languageNames[currentLanguage()]}
        <ChevronDownIcon size={16} aria-hidden="true" className="text-ink-2" />
      </summary>
      <ul className="-mx-1.5">
        {languages.map((language) => (
          <li key={language}>
            <LanguageLink
              language={language}
              words={languageNames[language]}
              className={classNames(
                'flex min-h-11 items-center rounded-item px-1.5 md:min-h-7',
                language === currentLanguage() ? 'font-semi text-ink' : 'text-ink-2 hover:text-ink hover:underline',
              )}
            />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The HTML contains a suggestion for every other language;
 * boot.ts decides before the first paint which one is visible. */
export function LanguageLine() {
  const current = currentLanguage()
  return languages
    .filter((language) => language !== current)
    .map((language) => (
      <p
        key={language}
        lang={language}
        data-suggests={language}
        className="mb-5 w-fit items-center gap-1 rounded-pill border border-line pl-4 text-sm"
      >
        <LanguageLink
          language={language}
          words={alsoIn[language]}
          className="flex min-h-11 flex-1 items-center font-semi text-purple underline"
        />
        <IconButton label={t('common.close')} onClick={hideLanguageLine}>
          <CloseIcon size={18} aria-hidden="true" />
        </IconButton>
      </p>
    ))
}
