import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';

const MAX_LENGTH = 5000;

/** A text as it is shown; `isDefault` if no superadmin has written one. */
export const SiteText = Type.Object({ content: Type.String(), isDefault: Type.Boolean() });
export type SiteText = Static<typeof SiteText>;

/** The texts of the page for parents: plain text, in which empty lines separate paragraphs. */
export const SiteTexts = Type.Object({
  /** What this site is, and who runs it. */
  about: SiteText,
  /** What is stored, and for how long. */
  privacy: SiteText,
  /** How to reach the people who run it. */
  contact: SiteText,
});
export type SiteTexts = Static<typeof SiteTexts>;

const NewText = Type.String({
  maxLength: MAX_LENGTH,
  message: 'A text has up to 5,000 characters.',
});

export const getSiteTexts = endpoint({
  operationId: 'getSiteTexts',
  summary: 'The texts of the page for parents',
  method: 'GET',
  path: '/api/site/texts',
  access: 'anyone',
  data: Type.Object({ texts: SiteTexts }),
});

export const putSiteTexts = endpoint({
  operationId: 'putSiteTexts',
  summary: 'Change the texts of the page for parents; a blank one is replaced by the default',
  method: 'PUT',
  path: '/api/admin/site/texts',
  access: 'superadmin',
  body: Type.Object({ about: NewText, privacy: NewText, contact: NewText }),
  data: Type.Object({ texts: SiteTexts }),
});
