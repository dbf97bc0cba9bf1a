/** Reasons that concern flags of songs and suggestions for lists. */
export const PARTICIPATION_REASONS = {
  'flag.kind': 'A song is frightening, broken or has another fault.',
  'flag.list-not-valid': 'list must be open or closed.',
  'flag.text-needs-account': 'Please sign in to write something with it.',
  'flag.text-too-long': 'The text can have at most {maximum} characters.',
  'flag.tick': 'Choose yes or no.',
  'flag.too-many-own': 'You have reported many songs today. Thank you; please tell more tomorrow.',
  'flag.too-many':
    'Many songs have been reported from this network today. Thank you; please tell more tomorrow.',

  'suggestion.closed': 'This list is not open for suggestions.',
  'suggestion.decided': 'Somebody has already decided about this suggestion.',
  'suggestion.decision': 'A suggestion is taken or declined.',
  'suggestion.either': 'Choose a song or write a title.',
  'suggestion.hidden': 'Those who decide about this list cannot see this song.',
  'suggestion.in-list': 'This song is in the list already.',
  'suggestion.own-list': 'You can change this list yourself, so add the song to it.',
  'suggestion.full': 'Many suggestions are waiting for this list already. Please try again later.',
  'suggestion.many-own': 'You already have {maximum} suggestions waiting for this list.',
  'suggestion.many-today': 'You have suggested {maximum} songs in one day. Please suggest more tomorrow.',
  'suggestion.tick': 'Choose yes or no.',
  'suggestion.title': 'A title has 1 to {maximum} characters.',
} as const;
