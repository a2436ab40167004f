/** Copies to the clipboard and confirms it for three seconds. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, type ButtonKind, type ButtonSize } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CheckIcon, CopyIcon } from '#web/ui/icon.tsx'

const CONFIRMED_MS = 3_000

export type CopyLabels = { idle: string; copied: string }

/** `copied` is true for three seconds after `copy()` has worked. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const confirm = () => {
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), CONFIRMED_MS)
  }
  return { copied, copy: () => void writeClipboard(text).then((done) => done && confirm()) }
}

/** The clipboard API is missing on plain HTTP and may be refused: then a hidden field is selected and copied. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.style.position = 'fixed'
    field.style.opacity = '0'
    // The focus trap of an open dialog only allows elements inside it.
    const host = document.querySelector('[role="dialog"]') ?? document.body
    host.append(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    return done
  }
}

export function CopyButton({
  text,
  labels,
  kind = 'quiet',
  size = 'regular',
  className,
}: {
  text: string
  labels: CopyLabels
  kind?: ButtonKind
  size?: ButtonSize
  className?: string
}): ReactNode {
  const { copied, copy } = useCopy(text)
  return (
    <Button
      kind={kind}
      size={size}
      onClick={copy}
      icon={copied ? <CheckIcon size={17} aria-hidden="true" /> : <CopyIcon size={17} aria-hidden="true" />}
      {...(className ? { className } : {})}
    >
      <span aria-live="polite">{copied ? labels.copied : labels.idle}</span>
    </Button>
  )
}

export function CopyIconButton({ text, labels, className }: { text: string; labels: CopyLabels; className?: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <>
      <IconButton
        label={copied ? labels.copied : labels.idle}
        size="small"
        onClick={copy}
        className={classNames('-my-2', className)}
      >
        {copied ? <CheckIcon size={16} aria-hidden="true" /> : <CopyIcon size={16} aria-hidden="true" />}
      </IconButton>
      <span aria-live="polite" className="sr-only">
        {copied && labels.copied}
      </span>
    </>
  )
}
