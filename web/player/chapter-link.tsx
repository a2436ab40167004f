/** The link of a chapter, to another site. */
import type { ReactNode } from 'react'
import { t } from '#web/words/words.ts'

type ChapterLinkProps = {
  chapter: { title: string; href?: string | undefined }
  className: string
  children: ReactNode
}

/** Nothing when the chapter has none. */
export function ChapterLink({ chapter: { title, href }, className, children }: ChapterLinkProps) {
  if (href === undefined) return null
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={t('player.chapterLink', { title })}
      className={className}
    >
      {children}
    </a>
  )
}
