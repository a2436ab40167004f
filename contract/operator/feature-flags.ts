/** The feature flags that the interface knows, and what each enables. Operators set them per user in the admin area;
 * other names are stored and have no effect. */
export const featureFlags = {
  /** The samples of the design system, in the user menu. */
  design: '/design',
} as const

export type FeatureFlag = keyof typeof featureFlags
