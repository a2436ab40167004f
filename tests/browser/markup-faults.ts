/** Whether HTML is valid by the recommended rules of html-validate: as sent by the server, and after hydration. */
import { HtmlValidate, StaticConfigLoader } from 'html-validate'

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended'],
    elements: ['html5'],
    rules: {
      // How React and browsers write HTML. All of it is valid: `hrefLang=`, `hidden=""`, `<link/>`, `<!doctype html>`.
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'doctype-style': 'off',
      'void-style': 'off',
      // React's ids begin with an underscore. HTML only forbids spaces.
      'valid-id': ['error', { relaxed: true }],
      // Colours of artwork, shares and progress are known at run time only.
      'no-inline-style': 'off',
      // What search engines show of a title. The title of a song is as long as it is.
      'long-title': 'off',
      // A progress element can only be drawn with three browsers' own selectors; the role says the same.
      'prefer-native-element': ['error', { exclude: ['progressbar'] }],
    },
  }),
)

/** One line for each fault; `where` begins it. */
export async function markupFaultsOf(html: string, where: string): Promise<string[]> {
  const { results } = await validator.validateString(html, where)
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, selector }) => `${where}: ${ruleId}: ${message} (${selector ?? ''})`)
}
