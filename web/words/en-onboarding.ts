/** English texts of onboarding, the step before the studio. */
export const enOnboarding = {
  'onboarding.title': 'One step before the studio',
  'onboarding.lead': 'What you publish here earns money, so choose one of these two first.',
  'onboarding.failed': 'Your account could not be fetched.',
  'onboarding.or': 'or',

  'onboarding.regionTitle': 'Confirm your region',
  'onboarding.regionLead': 'Your earnings stay in your wallet here, and you withdraw when you like.',
  'onboarding.regionChecking': 'Checking whether your region is supported…',
  'onboarding.regionSupported': 'Your region is supported.',
  'onboarding.regionRefused': 'From here you can listen and zap, but not be verified.',
  'onboarding.firstName': 'First name',
  'onboarding.lastName': 'Last name',
  'onboarding.firstNameMissing': 'Please fill in your first name.',
  'onboarding.lastNameMissing': 'Please fill in your last name.',
  'onboarding.nameHint': 'As in your passport or ID. Only the operator of this server sees them.',
  'onboarding.confirm': 'Confirm my region',
  'onboarding.confirming': 'Confirming…',
  'onboarding.emailMissing':
    'This way needs an account with an e-mail address. Yours has none, and the other way needs none.',
  'onboarding.emailWaits': 'First open the link we have mailed to {email}.',
  'onboarding.emailOpened': 'I have opened it',

  'onboarding.addressTitle': 'Set a lightning address',
  'onboarding.addressLead': 'Your earnings are forwarded to a wallet of your own.',
  'onboarding.address': 'Lightning address',
  'onboarding.addressHint': 'From your wallet app. It looks like an e-mail address.',
  'onboarding.addressInvalid': 'This is not a lightning address. One looks like name@example.com.',
  'onboarding.addressSave': 'Forward my earnings there',
  'onboarding.addressSaving': 'Asking the address…',
  'onboarding.done': 'Welcome to the studio.',
} as const
