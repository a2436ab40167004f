/** This page in other languages: a row in the footer that works without scripts, and a suggestion
 * for readers of another language. These are links that load a full page, because each language has its own;
 * boot.ts stores the choice. */
import { addressIn, type Language, languages } from '#contract/languages.ts'
import { hideLanguageLine } from '#web/frame/language-choice.ts'
import { useLocation } from '#web/navigation/navigation.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CloseIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { alsoIn, currentLanguage, languageNames } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'

function LanguageLink({ language, words, className }: { language: Language; words: string; className: string }) {
  const { pathname, search } = useLocation()
  return (
    <a
      href={addressIn(pathname, language) + search}
      lang={language}
      hrefLang={language}
      aria-current={language === currentLanguage() ? 'true' : undefined}
      data-chooses
      className={className}
    >
      {words}
    </a>
  )
}

export function LanguageLinks() {
  return (
    <ul aria-label={t('shell.language')} className="flex flex-wrap gap-x-4.5">
      {languages.map((language) => (
        <li key={language}>
          <LanguageLink
            language={language}
            words={languageNames[language]}
            className={classNames(
              'flex min-h-11 items-center',
              language === currentLanguage() ? 'font-bold' : 'hover:underline',
            )}
          />
        </li>
      ))}
    </ul>
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
        className="beside-gut relative z-10 mb-3 w-fit items-center gap-1 rounded-pill border border-line pl-4 text-sm"
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
