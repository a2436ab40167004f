/** What a page shows only when JavaScript is disabled: what does not work, the languages, and on phones the site menu,
 * whose button needs a script. Rendered by the server outside the React root, so it costs the browser nothing. */
import { renderToStaticMarkup } from 'react-dom/server'
import { addressIn, languages } from '#contract/languages.ts'
import type { PageRoute } from '#web/routes.ts'
import { siteMenu } from './site-menu.ts'
import { currentLanguage, languageNames } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'

const LINK = 'inline-flex min-h-11 items-center underline'

/** `path` has no language prefix; `route` is undefined when no page matches. */
export function writeWithoutScripts(path: string, route: PageRoute | undefined, faqUrl: string): string {
  return renderToStaticMarkup(
    <noscript>
      <div className="border-b border-line bg-purple-soft px-4 py-3 text-center text-sm">
        <p>{sentenceFor(route)}</p>
        <nav aria-label={`${t('shell.siteMenu')}, ${t('shell.language')}`}>
          <ul className="flex flex-wrap justify-center gap-x-5">
            {languages.map((language) => (
              <li key={language}>
                <a
                  href={addressIn(path, language)}
                  lang={language}
                  hrefLang={language}
                  aria-current={language === currentLanguage() ? 'true' : undefined}
                  className={LINK}
                >
                  {languageNames[language]}
                </a>
              </li>
            ))}
          </ul>
          <ul className="flex flex-wrap justify-center gap-x-5 md:hidden">
            {siteMenu(faqUrl)
              .filter(({ isPersonal }) => !isPersonal)
              .flatMap(({ links }) => links)
              .map(({ href, label, isGiven }) => (
                <li key={href}>
                  <a
                    href={isGiven && !href.startsWith('/') ? href : addressIn(href, currentLanguage())}
                    className={LINK}
                  >
                    {t(label)}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
      </div>
    </noscript>,
  )
}

function sentenceFor(route: PageRoute | undefined): string {
  if (route?.access === 'private' || route?.file.startsWith('sandbox/')) return t('common.noScriptPage')
  return route?.file.startsWith('account/') ? t('common.noScriptLogin') : t('common.noScript')
}
