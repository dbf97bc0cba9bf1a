/** Reasons that concern the site, its settings and calls of any kind. */
export const SITE_REASONS = {
  'call.cursor-not-valid': 'cursor is not valid.',
  'call.failed': 'Request failed',
  'call.field-missing': '{field} is required.',
  'call.field-not-valid': '{field} is not valid.',
  'call.id-not-valid': 'This is not a valid id.',
  'call.list-cursor-not-valid': 'cursor is invalid. Please load the list again.',
  'call.list-limit': 'limit must be a whole number from 1 to 100.',
  'call.search-too-long': 'A search can have at most 100 characters.',
  'call.time-not-valid': 'A time must look like 2026-01-31T12:00:00Z.',
  'call.unreachable': 'The server could not be reached. Please check the connection.',

  'call.staff': 'Only superadmins and teachers can do this.',

  'audit.kind-unknown': 'This kind of change does not exist.',
  'audit.person-too-long': 'A name can have at most 100 characters.',
  'audit.subject-too-long': 'A name can have at most 200 characters.',

  // The text of people; their language is not known.
  'site.access-decided': 'The settings of this site decide this. Please ask the people who run its server.',
  'site.announced': '{announcement}',
  'site.announcement-too-long': 'An announcement can have at most 300 characters.',
  'site.default-not-offered': 'The default language must be one of those that the site offers.',
  'site.language-unknown': 'Choose one of the languages.',
  'site.languages-missing': 'Choose at least one language.',
  'site.links-unknown': 'Choose nobody, superadmins, teachers or members.',
  'site.name-too-long': 'The name of a site can have at most 60 characters.',
  'site.read-only':
    'This site is under maintenance. You can watch and play, but nothing can be changed right now.',
  'site.text-too-long': 'A text can have at most 5,000 characters.',
  'site.visitors-unknown': 'Choose everybody or nobody.',

  'told.address-not-valid': 'Enter email addresses such as office@school.example.',
  'told.addresses-missing': 'Enter at least one address.',
  'told.recipients-not-valid': 'Choose superadmins, addresses or nobody.',
  'told.too-many-addresses': 'At most {maximum, number} addresses can be told.',
  'told.webhook-not-valid':
    'Enter an address that begins with https:// or http://, without a user name or a password.',

  'setup.address-not-valid':
    'Enter the address of the site, such as https://songs.school.example, without anything after it.',
  'setup.backup-missing': 'Choose a backup.',
  'setup.backup-place-not-valid': 'Enter a folder that begins with /, such as /media/usb-disk/larksong.',
  'setup.code-missing': 'Enter the code.',
  'setup.folder-not-empty': 'The folder {folder} is not empty. Please choose another one.',
  'setup.folder-not-valid': 'Enter a folder that begins with /, such as /srv/larksong.',
  'setup.folder-not-writable':
    'The site cannot write to the folder {folder}. Please choose another one, or give it to the user "larksong".',
  'setup.passphrase-too-short': 'A passphrase must have at least 8 characters.',
  'setup.server-not-valid': 'Enter the address of the server, such as https://s3.example.',

  'storage.deleted-meanwhile': 'This was deleted while it was being uploaded.',
  'storage.full': 'There is no space left to store this. Please try again later.',
  'storage.name-not-valid': 'This is not a valid object name.',
  'storage.part-number': 'Parts are numbered from 1 to {last}.',
  'storage.part-too-large': 'A part has at most {maximum} bytes.',
  'storage.parts-missing': 'Parts of this upload are missing. Please upload them and try again.',
  'storage.prefix-not-valid': 'This is not a valid prefix of object names.',
  'storage.prefix-without-slash': 'A prefix to delete must end with a slash.',
  'storage.upload-gone': 'This upload no longer exists. Please start it again.',
} as const;
