/** Focuses a field of an editor by its name, once it is rendered. */

export function focusField(within: { readonly current: HTMLElement | null }, name: string): void {
  requestAnimationFrame(() => {
    const field = within.current?.querySelector(`[name="${CSS.escape(name)}"]`)
    if (field instanceof HTMLElement) field.focus()
  })
}
