/** How to reach the operator. */
import type { Visit } from '#web/frame/page.ts'
import { LegalText, loadLegal } from './legal-text.tsx'

export const load = (visit: Visit) => loadLegal(visit, 'contact')

export const Page = () => <LegalText page="contact" />
