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
      // Limits what search engines show of a title. Song titles may be longer.
      'long-title': 'off',
      // A progress element needs different selectors in three browsers; the role has the same meaning. A table whose days are
      // drawn as columns of a grid loses its meaning in some browsers when it is a native one; the roles keep it.
      'prefer-native-element': [
        'error',
        { exclude: ['progressbar', 'table', 'rowgroup', 'row', 'columnheader', 'rowheader', 'cell'] },
      ],
    },
  }),
)

/** One line for each fault, beginning with `where`. */
export async function markupFaultsOf(html: string, where: string): Promise<string[]> {
  const { results } = await validator.validateString(html, where)
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, selector }) => `${where}: ${ruleId}: ${message} (${selector ?? ''})`)
}
