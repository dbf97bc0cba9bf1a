/** Reasons that concern the game, its letters and names, and card packs. */
export const GAME_REASONS = {
  'game.file-empty': 'The file is empty.',
  'game.file-too-large': 'This file is larger than the {megabytes} MB that can be uploaded.',
  'game.grid-missing': 'Choose at least one grid.',
  'game.grid-not-valid': 'A grid is {grids} or {last}.',
  'game.letters-malformed': 'letters must be a comma-separated list such as A,M,S.',
  'game.letters-missing': 'Please select at least one letter',
  'game.limit': 'limit must be a whole number from 2 to 100.',
  'game.picture-format': 'This file is not a PNG, JPEG or WebP picture.',
  'game.sound-format': 'This file is not an MP3, WAV, OGG, M4A or WebM sound.',
  'game.too-many-letters': 'You selected too many letters for one game. Please select fewer.',

  'letter.missing': 'Enter a letter',
  'letter.not-a-letter': 'A letter must be a letter or a digit, not a symbol or an emoji',
  'letter.several': 'A letter is exactly one character',
  'letter.taken': 'The letter {letter} already exists.',

  'name.device':
    'A name cannot be CON, PRN, AUX, NUL, COM0 to COM9 or LPT0 to LPT9, which are devices on Windows',
  'name.dot': 'A name cannot begin or end with a dot',
  'name.invisible': 'A name cannot contain line breaks or other invisible control characters',
  'name.length': 'A name has 1 to 60 characters',
  'name.missing': 'Enter a name',
  'name.sign': 'A name cannot contain any of / \\ : * ? " < > | %',
  'name.too-long': 'A name can have at most {maximum} characters',

  'pack.damaged': 'This file is not a zip, or it is damaged. Please export the pack again.',
  'pack.files-overlap': 'Files of this zip overlap. No zip program does that; the pack was not imported.',
  'pack.gone': 'The pack is no longer in storage. Please import it again.',
  'pack.incomplete': 'pack.json in this pack is not complete.',
  'pack.incomplete-at': 'pack.json in this pack is not complete: see {place}.',
  'pack.language-unknown':
    'This pack is in a language that the game does not know: {language}. pack.json must name one of {languages}.',
  'pack.made-by-newer': 'This pack was made by a newer version of Larksong. Please update this site first.',
  'pack.no-json': 'pack.json in this pack is not valid JSON. Please export the pack again.',
  'pack.no-starter': 'There are starter packs in {languages} and {last}.',
  'pack.not-a-pack': 'This zip is not a card pack of Larksong: it has no pack.json.',
  'pack.of-another-kind': 'This zip is not a card pack of Larksong: its pack.json describes something else.',
  'pack.others-first': 'Another pack is being received right now. Please try again in a moment.',
  'pack.replace-not-valid': 'replace must be true or false.',
  'pack.too-large':
    'This pack is larger than the {megabytes} MB that can be imported. Please divide it into several packs.',
  'pack.too-many-files': 'This zip has more than {maximum} files.',
  'pack.too-many-names': 'This pack has more than {maximum} names.',
  'pack.unknown': 'pack is {languages} or {last}.',
  'pack.unpacks-too-large': 'This zip unpacks to more than {megabytes} MB.',
} as const;
