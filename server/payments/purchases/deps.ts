/** The dependencies of purchases beyond those of payments: private links are signed and mailed. */
import type { DownloadDeps } from '#server/downloads/deps.ts'
import type { Mailer } from '#server/platform/mail.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'

export type PurchaseDeps = Omit<DownloadDeps, 'log'> & { payments: PaymentDeps; mailer: Mailer; brandName: string }
