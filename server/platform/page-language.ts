/** The language of the page that asks. Only a bare code counts, as our pages send it: a browser's own list does not say in
 * which language the page at hand is. */
import { isLanguage, type Language } from '#contract/languages.ts'

/** `accepted` is the header accept-language. */
export function pageLanguage(accepted: string | undefined): Language | null {
  return isLanguage(accepted) ? accepted : null
}
