import { DEFAULT_LANGUAGE, directionOf, isLanguage, type Language } from '@larksong/contracts';
import {
  formatMessage,
  listParts,
  Tag,
  type Catalogue,
  type Values,
} from '@larksong/languages/format-message';
import type { Group } from '@larksong/languages';
import { createElement, Fragment, type ReactNode } from 'react';

import { createStore, useStore } from './store.ts';

/** What an element of a message becomes, by its content. */
type Elements = Readonly<Record<string, ReactNode | ((content: ReactNode) => ReactNode)>>;

/** The messages of the page in the current language. */
export interface Texts {
  /** Returns a message with its values. */
  (id: string, values?: Values): string;
  /** Returns a message whose values may be elements; `<link>` in it becomes what `link` returns for its content. */
  rich: (id: string, values: Elements) => ReactNode;
  language: Language;
}

/** What a page shows whose catalogue could not be loaded, so in English. The same as in shell.po, as a test says. */
export const BUILT_IN: Catalogue = {
  'account-menu.options': 'Options',
  'bar.menu': 'Menu',
  'bar.sign-in': 'Sign in',
  'failure.no-answer': 'The server did not answer in time. Please try again.',
  'offline.title': 'No connection',
  'offline.hint': 'This page could not be loaded. Please check the connection.',
  'offline.home': 'Back to the game',
  'offline.retry': 'Try again',
  'page-error.hint': 'Something went wrong while showing it. Please try again.',
  'page-error.home': 'Home',
  'page-error.retry': 'Try again',
  'page-error.tab': 'Something went wrong',
  'page-error.title': 'This page could not be shown',
  'shell.skip': 'Skip to content',
  'slow.retry': 'Try again',
  'slow.said': 'This takes longer than usual.',
  'tabs.game': 'Memory Game',
  'tabs.songs': 'Songs',
  'tabs.title': 'Game and songs',
};

const toFile = (language: Language, group: Group) => `/assets/texts-${group}-${language}-${TEXTS_VERSION}.js`;

/** Returns the catalogue of a group. Built ones are named, not listed, since a list of all would be part of every page. */
const importCatalogue: (language: Language, group: Group) => Promise<Catalogue> = import.meta.env.PROD
  ? async (language, group) => {
      const file = toFile(language, group);
      return ((await import(/* @vite-ignore */ file)) as { default: Catalogue }).default; // written by web/build
    }
  : async (language, group) => {
      const files = import.meta.glob<Catalogue>('../../../packages/languages/locales/*/*.po', {
        import: 'default',
      });
      return (await files[`../../../packages/languages/locales/${language}/${group}.po`]?.()) ?? {};
    };

/** Groups that were asked for, and the catalogues that have arrived. */
const wanted = new Set<Group>();
const catalogues = new Map<string, Promise<Catalogue>>();

/** The gateway writes the language into the page. */
const initial = typeof document === 'undefined' ? '' : document.documentElement.lang;
let messages: Catalogue = {};
const current = createStore<Texts>(createTexts(isLanguage(initial) ? initial : DEFAULT_LANGUAGE));

/** Returns the messages, and renders again when another language is chosen. */
export function useTexts(): Texts {
  return useStore(current);
}

/** Returns a message in the current language; for code that does not render. */
export function text(id: string, values?: Values): string {
  return current.get()(id, values);
}

/**
 * Returns a message of `failures` or `findings`, which say in another language what a server said in English; undefined in
 * English, and for an id that is not known, or not loaded.
 */
export function findText(id: string, values: Values): string | undefined {
  const { language } = current.get();
  const message = language === DEFAULT_LANGUAGE ? undefined : messages[id];
  return message === undefined ? undefined : formatMessage(message, values, language);
}

/** Returns the current language; for code that does not render. */
export function currentLanguage(): Language {
  return current.get().language;
}

/** Loads a catalogue in the current language. Messages that have arrived stay. */
export async function loadTexts(group: Group): Promise<void> {
  wanted.add(group);
  const { language } = current.get();
  const catalogue = await fetchCatalogue(language, group);
  if (current.get().language === language) messages = { ...messages, ...catalogue };
  else await loadTexts(group);
}

/** Loads code together with the catalogue of its screens. */
export async function loadWithTexts<T>(group: Group, load: () => Promise<T>): Promise<T> {
  const [code] = await Promise.all([load(), loadTexts(group)]);
  return code;
}

/** Shows the page in another language, once all its messages have arrived. Nothing is mounted again. */
export async function showLanguage(language: Language): Promise<void> {
  const groups = [...wanted];
  const read = await Promise.all(groups.map((group) => fetchCatalogue(language, group)));
  if (wanted.size > groups.length) return showLanguage(language);
  messages = Object.assign({}, ...read) as Catalogue; // each is one
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  current.set(createTexts(language));
}

/** Returns the built files that `showLanguage` needs. */
export function listTextFiles(language: Language): string[] {
  return import.meta.env.PROD ? [...wanted].map((group) => toFile(language, group)) : [];
}

function fetchCatalogue(language: Language, group: Group): Promise<Catalogue> {
  const key = `${language} ${group}`;
  const known = catalogues.get(key) ?? importCatalogue(language, group);
  catalogues.set(key, known);
  known.catch(() => catalogues.delete(key)); // asked for again next time
  return known;
}

function createTexts(language: Language): Texts {
  const find = (id: string) => messages[id] ?? BUILT_IN[id] ?? id;
  return Object.assign((id: string, values: Values = {}) => formatMessage(find(id), values, language), {
    rich: (id: string, values: Elements) => toElements(listParts(find(id), values, language), values),
    language,
  });
}

/** Turns what stands between a tag and its end into an element. */
function toElements(parts: readonly unknown[], elements: Elements): ReactNode {
  const open: { name: string; content: ReactNode[] }[] = [{ name: '', content: [] }];
  for (const part of parts) {
    if (part instanceof Tag && !part.isEnd) open.push({ name: part.name, content: [] });
    else if (part instanceof Tag) {
      const { name, content } = open.pop() ?? { name: '', content: [] };
      const element = elements[name];
      const inner = createElement(Fragment, null, ...content);
      open.at(-1)?.content.push(typeof element === 'function' ? element(inner) : inner);
    } else open.at(-1)?.content.push(part as ReactNode); // a text or a value
  }
  return createElement(Fragment, null, ...open.flatMap(({ content }) => content));
}
