/** Whether zaps are anonymous: the last choice, stored on this device. The server decides what others see. */
import { create } from 'zustand'
import { readStored, writeStored } from '#web/data/stored.ts'

const STORED_AS = 'peal.nameless'

export const useAnonymous = create<{ isAnonymous: boolean }>()(() => ({ isAnonymous: readStored(STORED_AS) === 1 }))

export function chooseAnonymous(isAnonymous: boolean): void {
  useAnonymous.setState({ isAnonymous })
  writeStored(STORED_AS, isAnonymous ? 1 : null)
}
