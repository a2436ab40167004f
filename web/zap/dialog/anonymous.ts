/** Whether zaps are anonymous: the last choice, stored on this device. The server decides what others see. */
import { create } from 'zustand'

const STORED_AS = 'peal.nameless'

export const useAnonymous = create<{ isAnonymous: boolean }>()(() => ({ isAnonymous: readStored() }))

export function chooseAnonymous(isAnonymous: boolean): void {
  useAnonymous.setState({ isAnonymous })
  try {
    if (isAnonymous) localStorage.setItem(STORED_AS, '1')
    else localStorage.removeItem(STORED_AS)
  } catch {
    // Storage may be disabled; then the choice lasts as long as the page.
    return
  }
}

function readStored(): boolean {
  try {
    return localStorage.getItem(STORED_AS) === '1'
  } catch {
    return false
  }
}
