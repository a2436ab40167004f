/** The feature flags that the interface knows, and what each shows. Operators set them per person in the admin area; other
 * names are kept and show nothing. */
export const featureFlags = {
  /** The samples of the design system, in the user menu. */
  design: '/design',
} as const

export type FeatureFlag = keyof typeof featureFlags
