/** Reasons why a file or another part of a card pack is left out. */
export const PACKED_FILE_REASONS = {
  'packed.absent': 'The pack does not contain this file.',
  'packed.absolute':
    'The path of this file begins at the root of a disk. Only paths inside the pack are allowed.',
  'packed.alike': 'The zip contains another file whose name differs only in capitals.',
  'packed.backslash':
    'The path of this file contains a backslash. Please make the zip again with another program.',
  'packed.checksum': 'This file is damaged: its checksum is wrong.',
  'packed.encrypted': 'This file is encrypted. Please make the zip again without a password.',
  'packed.invisible': 'The name of this file contains invisible characters.',
  'packed.left-out': 'This part of the pack made the server stop several times and was left out.',
  'packed.link': 'This is a link and not a file.',
  'packed.method':
    'This file is compressed in an unusual way. Please make the zip again with another program.',
  'packed.name-twice': 'The pack contains this name more than once.',
  'packed.odd-path': 'The path of this file contains an empty part.',
  'packed.outside': 'The path of this file leads out of the pack.',
  'packed.path-too-long': 'The path of this file is too long.',
  'packed.shared': 'Another name of the pack already uses this file. Each name needs its own file.',
  'packed.size': 'This file does not have the size that the zip states.',
  'packed.too-large': 'This file is larger than {megabytes} MB.',
  'packed.twice': 'The zip contains this file more than once.',
  'packed.unlisted': 'pack.json does not mention this file.',
  'packed.unreadable-name':
    'The name of this file cannot be read. Please make the zip again with names in UTF-8.',

  // The same about pack.json, without which nothing of the pack can be imported.
  'packed.json-absolute':
    'pack.json: The path of this file begins at the root of a disk. Only paths inside the pack are allowed.',
  'packed.json-alike': 'pack.json: The zip contains another file whose name differs only in capitals.',
  'packed.json-backslash':
    'pack.json: The path of this file contains a backslash. Please make the zip again with another program.',
  'packed.json-invisible': 'pack.json: The name of this file contains invisible characters.',
  'packed.json-link': 'pack.json: This is a link and not a file.',
  'packed.json-odd-path': 'pack.json: The path of this file contains an empty part.',
  'packed.json-outside': 'pack.json: The path of this file leads out of the pack.',
  'packed.json-path-too-long': 'pack.json: The path of this file is too long.',
  'packed.json-twice': 'pack.json: The zip contains this file more than once.',
  'packed.json-unreadable-name':
    'pack.json: The name of this file cannot be read. Please make the zip again with names in UTF-8.',
} as const;
