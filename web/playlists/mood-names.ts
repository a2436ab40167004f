/** The moods of editors' lists: their names and addresses. */
import { moods, type MoodName } from '#contract/listening/smart-rules.ts'
import type { TranslationKey } from '#web/words/words.ts'

export const moodNames: Record<MoodName, TranslationKey> = {
  morning: 'mood.morning',
  focus: 'mood.focus',
  calm: 'mood.calm',
  workout: 'mood.workout',
  dinner: 'mood.dinner',
  party: 'mood.party',
  'night-drive': 'mood.nightDrive',
  rain: 'mood.rain',
  travel: 'mood.travel',
  sleep: 'mood.sleep',
}

export const moodHref = (mood: MoodName): string => `/moods/${mood}`

export const isMood = (text: string): text is MoodName => (moods as readonly string[]).includes(text)
