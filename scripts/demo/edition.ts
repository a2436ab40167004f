/** How much of the demo is made: only what belongs to the first so many accounts. The fault test, which makes the demo
 * five times, replaces this file by one with a smaller number. */
export const ACCOUNTS_MAX = 100
