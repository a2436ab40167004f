/** The roles of operators. */

/** Each of the calls for operators names the roles that may make it. */
export const operatorRoles = ['moderator', 'support', 'treasurer', 'owner'] as const
export type OperatorRole = (typeof operatorRoles)[number]
