/** The names under which the player is kept in this browser. */
export const CHOICES_AS = 'peal.player'
export const QUEUE_AS = 'peal.queue'
