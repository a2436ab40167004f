/** Who may create an account. A part of the table in config.ts. */
import { domains, integer, oneOf, setting } from './values.ts'

export const registrationSettings = {
  registration: setting(
    'REGISTRATION',
    oneOf('open', 'invite', 'proof-of-work', 'closed'),
    'open',
    'Who may create an account: everybody, with an invitation, after the browser has computed for seconds, nobody',
  ),
  registrationsPerHour: setting(
    'REGISTRATIONS_PER_HOUR',
    integer(0, 1_000_000),
    200,
    'When more accounts are requested, each needs a proof of work',
  ),
  blockedEmailDomains: setting(
    'BLOCKED_EMAIL_DOMAINS',
    domains,
    [],
    'Domains whose e-mail addresses get no account, like trash.example,other.example',
  ),
}
