/** Joins class names and drops empty ones.
 * It does not resolve conflicts: components accept extra classes for their position, never for their appearance. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
