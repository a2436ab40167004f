/** The operator's privacy policy. */
import type { Visit } from '#web/frame/page.ts'
import { LegalText, loadLegal } from './legal-text.tsx'

export const load = (visit: Visit) => loadLegal(visit, 'privacy')

export const Page = () => <LegalText page="privacy" />
