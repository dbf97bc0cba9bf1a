/** Reasons that concern links to lists. */
export const LIST_LINK_REASONS = {
  'link.code-too-long': 'A code can have at most 200 characters.',
  'link.ended': 'This link has ended. Give it a later date first.',
  'link.ends-too-early': 'Choose a time in the future.',
  'link.hours': 'A code for the board is good for at most {maximum} hours.',
  'link.name': 'The name of a link has 1 to 100 characters.',
  'link.name-characters': 'The name contains characters that cannot be displayed.',
  'link.name-missing': 'Enter a name',
  'link.tick': 'Choose yes or no.',
  'link.too-many': 'This list already has {maximum} links. Take back one that is no longer needed.',
} as const;
