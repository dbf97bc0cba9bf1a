/** Reasons that concern lists of songs. */
export const SONG_LIST_REASONS = {
  'list.changed': 'This list was changed elsewhere.',
  'list.description-characters': 'The description contains characters that cannot be displayed.',
  'list.description-too-long': 'The description of a list can have at most {maximum} characters.',
  'list.full': 'A list can have at most {maximum} songs.',
  'list.name': 'The name of a list has 1 to 200 characters.',
  'list.name-characters': 'The name contains characters that cannot be displayed.',
  'list.name-missing': 'Enter a name',
  'list.order-not-its-songs': 'The order must name each song of the list once.',
  'list.song-count': 'Choose 1 to {maximum} songs.',
  'list.too-many': 'You already have {maximum} lists. Delete one that is no longer needed.',
  'list.too-many-of-site': 'The site already has {maximum} lists. Delete one that is no longer needed.',
} as const;
