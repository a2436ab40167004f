/** The operator's privacy policy. */
import type { Visit } from '../router.tsx'
import { LegalText, loadLegal } from './legal-text.tsx'

export const load = (visit: Visit) => loadLegal(visit, 'privacy')

export const Page = () => <LegalText page="privacy" />
