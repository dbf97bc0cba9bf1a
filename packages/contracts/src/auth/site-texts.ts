import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Language } from '../languages.ts';
import { SiteLanguages } from './languages.ts';
import { because } from '../reasons.ts';

const MAX_LENGTH = 5000;

/** The name of a site that has no other. */
export const DEFAULT_SITE_NAME = 'Larksong';

/** A displayed text; `isDefault` if no superadmin has written one. */
export const SiteText = Type.Object({
  content: Type.String(),
  /** Missing in answers of older versions. */
  language: Type.Optional(Language),
  isDefault: Type.Boolean(),
});
export type SiteText = Static<typeof SiteText>;

/** The name of the site, and the texts of the page for parents: plain text, in which empty lines separate paragraphs. */
export const SiteTexts = Type.Object({
  /** One line; in titles, mails, link previews and on home screens. */
  name: SiteText,
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
  ...because('site.text-too-long'),
});

const NewName = Type.String({ maxLength: 60, ...because('site.name-too-long') });

export const getSiteName = endpoint({
  operationId: 'getSiteName',
  summary: 'The name of the site, and its languages',
  method: 'GET',
  path: '/api/site/name',
  access: 'anyone',
  data: Type.Object({
    name: Type.String(),
    /** Missing in answers of older versions, which have English only. */
    languages: Type.Optional(SiteLanguages),
  }),
});

export const getSiteTexts = endpoint({
  operationId: 'getSiteTexts',
  summary: 'The name of the site, and the texts of the page for parents',
  method: 'GET',
  path: '/api/site/texts',
  access: 'anyone',
  query: Type.Object({
    /** Texts that nobody wrote in it are in the default language of the site. */
    language: Type.Optional(Language),
  }),
  data: Type.Object({ texts: SiteTexts }),
});

export const putSiteTexts = endpoint({
  operationId: 'putSiteTexts',
  summary:
    'Change the name of the site and the texts of the page for parents; a blank one is replaced by the default',
  method: 'PUT',
  path: '/api/admin/site/texts',
  access: 'superadmin',
  body: Type.Object({
    /** Unchanged if missing. */
    name: Type.Optional(NewName),
    /** The language of the other texts; if missing, the default of the site, which is shown where there is no other. */
    language: Type.Optional(Language),
    about: NewText,
    privacy: NewText,
    contact: NewText,
  }),
  data: Type.Object({ texts: SiteTexts }),
});
