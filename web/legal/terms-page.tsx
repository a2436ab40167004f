/** The operator's terms of service. */
import type { Visit } from '#web/frame/page.ts'
import { LegalText, loadLegal } from './legal-text.tsx'

export const load = (visit: Visit) => loadLegal(visit, 'terms')

export const Page = () => <LegalText page="terms" />
