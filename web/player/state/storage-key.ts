/** The storage keys of the player's state in this browser. */
export const CHOICES_AS = 'peal.player'
export const QUEUE_AS = 'peal.queue'
