/** The sections of the page, in their order. */
export const SECTIONS = ['about', 'privacy', 'contact'] as const;
