/** Changes with any message; written by build/catalogues.ts. */
declare const TEXTS_VERSION: string;

declare module 'virtual:language-offers' {
  import type { Language } from '@larksong/contracts';
  import type { Message } from '@larksong/languages/format-message';

  /** What offers each language, in that language. */
  const offers: Record<Language, { also: Message; change: string }>;
  export default offers;
}
