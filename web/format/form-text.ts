/** Reads text from uncontrolled form fields, so that text typed before hydration is not lost. */

/** Returns '' when the field does not exist or holds a file. */
export function readText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
