/** What was typed into a form whose fields are left to the browser, so that what was filled in before the page woke is kept. */

/** '' where there is no such field, or a file in it. */
export function readText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
