/** The sections of the page, in their order. */
export const SECTIONS = [
  { name: 'about', title: 'What this site is, and who runs it' },
  { name: 'privacy', title: 'What is stored, and for how long' },
  { name: 'contact', title: 'How to reach us' },
] as const;
