/** The language of the page that sent the request. Only a single code counts, as our pages send it: a browser's own
 * list does not say which language the page is in. */
import { isLanguage, type Language } from '#contract/languages.ts'

/** `accepted` is the Accept-Language header. */
export function pageLanguage(accepted: string | undefined): Language | null {
  return isLanguage(accepted) ? accepted : null
}
