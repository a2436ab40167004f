/** Checks that a stored value is one of those a setting can have. */
export const isOneOf =
  <Value extends string>(values: readonly Value[]) =>
  (value: unknown): value is Value =>
    values.some((one) => one === value)
