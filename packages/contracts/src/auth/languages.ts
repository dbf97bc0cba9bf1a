import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { DEFAULT_LANGUAGE, Language, LANGUAGES } from '../languages.ts';
import { Nullable } from '../primitives.ts';
import { because } from '../reasons.ts';
import { User } from './sessions.ts';

/** The languages in which a site can be read. */
export const SiteLanguages = Type.Object({
  /** For everybody who has not chosen another one. */
  default: Language,
  /** Has the default as well. */
  offered: Type.Array(Language, {
    minItems: 1,
    maxItems: LANGUAGES.length,
    ...because('site.languages-missing'),
  }),
});
export type SiteLanguages = Static<typeof SiteLanguages>;

/** Those of a site whose superadmins have not chosen any. */
export const DEFAULT_LANGUAGES: SiteLanguages = { default: DEFAULT_LANGUAGE, offered: [...LANGUAGES] };

export const putSiteLanguages = endpoint({
  operationId: 'putSiteLanguages',
  summary: 'Choose the languages that the site offers, and its default',
  method: 'PUT',
  path: '/api/admin/site/languages',
  access: 'superadmin',
  body: SiteLanguages,
  data: Type.Object({ languages: SiteLanguages }),
});

export const putOwnLanguage = endpoint({
  operationId: 'putOwnLanguage',
  summary: "Choose the caller's language, for pages and mails; null is the default of the site",
  method: 'PUT',
  path: '/api/auth/language',
  access: 'member',
  body: Type.Object({ language: Nullable(Language) }),
  data: Type.Object({ user: User }),
});
