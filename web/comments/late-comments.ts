/** The comments below a page, whose code is loaded once a reader comes near. */
import { whenNear } from '#web/ui/when-near.tsx'

export const LateComments = whenNear(async () => (await import('./comments.tsx')).Comments)
