/** Parts shared by rows of tracks and episodes, uploaded or not: title, badge, error. */
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/layout/badge.tsx'
import { AlertIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'

export function LineBody({
  title,
  isExplicit,
  children,
}: {
  title: ReactNode
  isExplicit: boolean
  children?: ReactNode
}) {
  return (
    <div className="min-w-0 flex-1 basis-32">
      <p className="flex items-center gap-2 max-md:-my-2">
        <span className="min-w-0 truncate font-semi">{title}</span>
        {isExplicit && <Badge tone="pink">{t('studio.explicit')}</Badge>}
      </p>
      {children}
    </div>
  )
}

export function Trouble({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-1.5 text-sm text-pink">
      <AlertIcon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
