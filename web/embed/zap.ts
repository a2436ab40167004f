/** Zapping from the embedded player: an amount, an invoice as QR code and link, and whether it was paid.
 * Its HTML is write-zap.ts. It calls /v1 as a visitor, so the zap is anonymous. */
import type { Wire } from '#contract/endpoint.ts'
import type { getInvoice } from '#contract/payments/payments.ts'
import { drawQr } from '#web/ui/images/draw-qr.ts'

type Invoice = Wire<typeof getInvoice>
export type ZapTarget = { contentId: string; title: string; seconds: number | null }
export type ZapTexts = {
  title: string
  copy: string
  copied: string
  making: string
  waiting: string
  paid: string
  expired: string
  failed: string
}

/** A literal path, because importing the contract would include its schemas. */
const INVOICES = '/v1/invoices'
const COPIED_MS = 3_000
const MSAT_PER_SAT = 1_000

const find = <E extends HTMLElement>(id: string) => document.getElementById(id) as E

export function startZap(words: ZapTexts, readTarget: () => ZapTarget): void {
  const [panel, amounts, bill] = [find<HTMLDialogElement>('zap-panel'), find('zap-amounts'), find('zap-bill')]
  const [status, copy] = [find('zap-status'), find<HTMLButtonElement>('zap-copy')]
  let target = readTarget()
  /** As on the selected button. */
  let amount = ''
  let invoice: Invoice | null = null
  let events: EventSource | null = null

  const show = (text: string) => {
    amounts.hidden = invoice !== null
    bill.hidden = invoice?.state !== 'open'
    status.textContent = text
  }
  const stopWatching = () => {
    events?.close()
    events = null
  }
  const update = (now: Invoice) => {
    invoice = now
    if (now.state !== 'open') stopWatching()
    show({ open: words.waiting, paid: words.paid.replace('{amount}', amount), expired: words.expired }[now.state])
  }
  const requestInvoice = async (sats: number) => {
    show(words.making)
    try {
      const made = await makeInvoice(target, sats * MSAT_PER_SAT)
      drawInvoice(made)
      find('zap-amount').textContent = amount
      update(made)
      stopWatching()
      events = new EventSource(`${INVOICES}/${made.invoiceId}/events`)
      events.addEventListener('message', ({ data }) => update(JSON.parse(data as string) as Invoice))
      copy.focus()
    } catch (error) {
      show(error instanceof RefusedInvoice ? error.message : words.failed)
    }
  }

  find('zap').addEventListener('click', () => {
    // An open invoice is shown again; otherwise the amounts for the current track.
    if (invoice?.state !== 'open') {
      invoice = null
      target = readTarget()
      find('zap-title').textContent = words.title.replace('{title}', target.title)
      show('')
    }
    panel.showModal()
  })
  find('zap-close').addEventListener('click', () => panel.close())
  for (const button of amounts.querySelectorAll<HTMLButtonElement>('button')) {
    button.addEventListener('click', () => {
      amount = button.textContent
      void requestInvoice(Number(button.value))
    })
  }
  copy.addEventListener('click', () => {
    if (invoice !== null) void copyText(invoice.request, copy, words)
  })
  find('zap-back').addEventListener('click', () => {
    stopWatching()
    invoice = null
    show('')
    amounts.querySelector('button')?.focus()
  })
}

/** A refusal with the server's message. */
class RefusedInvoice extends Error {}

async function makeInvoice({ contentId, seconds }: ZapTarget, msatAmount: number): Promise<Invoice> {
  const response = await fetch(INVOICES, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contentId, msatAmount, contentTime: seconds }),
    credentials: 'omit',
  })
  const result = (await response.json()) as { success: boolean; data: Invoice; error?: string }
  if (!result.success) throw new RefusedInvoice(result.error)
  return result.data
}

function drawInvoice({ request }: Invoice): void {
  const { path, size } = drawQr(request.toUpperCase(), 'M')
  const code = find('zap-code')
  code.setAttribute('viewBox', `0 0 ${size} ${size}`)
  code.querySelector('path')?.setAttribute('d', path)
  find('zap-open').setAttribute('href', `lightning:${request}`)
}

async function copyText(text: string, button: HTMLButtonElement, { copy, copied }: ZapTexts): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // A cross-origin frame may not write to the clipboard, but may copy a selection.
    const field = document.createElement('textarea')
    field.value = text
    button.parentElement?.append(field)
    field.select()
    document.execCommand('copy')
    field.remove()
    button.focus()
  }
  button.textContent = copied
  setTimeout(() => (button.textContent = copy), COPIED_MS)
}
