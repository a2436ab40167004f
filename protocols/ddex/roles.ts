/** Credit roles and their names in DDEX. Any other role is 'UserDefined'; the message has its text. */

const ROLES: Readonly<Record<string, string>> = {
  composer: 'Composer',
  songwriter: 'ComposerLyricist',
  lyricist: 'Lyricist',
  arranger: 'Arranger',
  'co-producer': 'CoProducer',
  'executive producer': 'ExecutiveProducer',
  vocals: 'Vocalist',
  'backing vocals': 'BackgroundVocalist',
  remixer: 'Remixer',
  'recording engineer': 'RecordingEngineer',
  'mixing engineer': 'MixingEngineer',
  'mastering engineer': 'MasteringEngineer',
  'sound design': 'SoundDesigner',
  photography: 'Photographer',
  narrator: 'Narrator',
  researcher: 'Researcher',
  publisher: 'MusicPublisher',
}

export const creditRole = (role: string): string => ROLES[role.toLowerCase()] ?? 'UserDefined'
