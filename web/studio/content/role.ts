/** The role in which the user works on the content of a page. Pages without a team are the owner's. */
import { createContext, use } from 'react'
import { type Action, may, type Role } from '#contract/team-roles.ts'

export const RoleContext = createContext<Role>('owner')

export const useMay = (action: Action): boolean => may(use(RoleContext), action)
