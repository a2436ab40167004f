/** Joins class names and drops what is not there.
 * It resolves no conflicts: a part takes extra classes for its place, never for its looks. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
