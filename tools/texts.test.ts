import { dirname } from 'node:path';

import { DEFAULT_LANGUAGE, LANGUAGES } from '@larksong/contracts';
import { CLIENT_GROUPS, GROUPS, type Group } from '@larksong/languages';
import { createItem } from 'pofile-ts';
import { describe, expect, it } from 'vitest';

import { listSourceFiles } from './house-rules.ts';
import { COMPLETE_LANGUAGES, readItems, tidyItems } from './texts.ts';
import {
  findLiterals,
  isClientCode,
  listForbidden,
  listStale,
  readPermittedLiterals,
} from './texts/literals.ts';
import {
  findBadNames,
  findBadTranslations,
  findGaps,
  findProblem,
  findRepeatedIds,
} from './texts/translations.ts';
import { findUnknownIds, findUnusedIds, findUsedIds, listUsers } from './texts/used-ids.ts';

const files = listSourceFiles(dirname(import.meta.dirname));
const listIds = (groups: readonly Group[]) =>
  groups.flatMap((group) => readItems(DEFAULT_LANGUAGE, group).map(({ msgid }) => msgid));

describe('the catalogues', () => {
  it('every id that the code uses is an English message', () => {
    const english = new Set(listIds(GROUPS));
    expect(listUsers(files).flatMap((file) => findUnknownIds(file, english))).toEqual([]);
  });

  it('the code uses every message of the web client', () => {
    const used = findUsedIds(listUsers(files).filter(({ path }) => path.startsWith('web/')));
    expect(findUnusedIds(listIds(CLIENT_GROUPS), used)).toEqual([]);
  });

  it('no id is in two groups', () => {
    expect(findRepeatedIds()).toEqual([]);
  });

  it.each(LANGUAGES)('every translation in %s fits the English message', (language) => {
    expect(GROUPS.flatMap((group) => findBadTranslations(language, group))).toEqual([]);
  });

  it.each(LANGUAGES)('the name of a button in %s has the words on the button', (language) => {
    expect(GROUPS.flatMap((group) => findBadNames(language, group))).toEqual([]);
  });

  it.each(COMPLETE_LANGUAGES)('no message is missing or out of date in %s', (language) => {
    expect(GROUPS.flatMap((group) => findGaps(language, group))).toEqual([]);
  });
});

describe('the code of the web client', () => {
  const found = files.filter(isClientCode).flatMap(findLiterals);
  const permitted = readPermittedLiterals();

  it('no sentence is in the code', () => {
    const forbidden = listForbidden(found, permitted);
    expect(forbidden.map(({ path, line, text }) => `${path}:${line}: ${text}`)).toEqual([]);
  });

  it('every exception in tools/texts/literals.json is still needed', () => {
    expect(listStale(found, permitted)).toEqual([]);
  });
});

describe('findUnknownIds', () => {
  const english = new Set(['songs.found', 'songs.title', 'role.user', 'role.superadmin']);
  const findIn = (text: string) => findUnknownIds({ path: 'web/src/x.tsx', text }, english);

  it('an id in a call that English lacks is found, with its line', () => {
    expect(findIn("t('songs.found');\nt('songs.lost', { count });\ntext('gone');")).toEqual([
      'web/src/x.tsx:2: songs.lost',
      'web/src/x.tsx:3: gone',
    ]);
    expect(findIn("t.rich(isNew ? 'songs.new' : 'songs.title', {});")).toEqual([
      'web/src/x.tsx:1: songs.new',
    ]);
  });

  it('the beginning of an id needs a message with it', () => {
    expect(findIn('t(`role.${role}`);')).toEqual([]);
    expect(findIn('t(`roles.${role}`); t(`${role}`);')).toEqual([
      'web/src/x.tsx:1: roles.…',
      'web/src/x.tsx:1: …',
    ]);
  });

  it('an id in a list of ids is found, and lists of other names are not', () => {
    expect(findIn("const TABS = [{ to: '/', label: 'songs.title' }, { label: 'songs.titel' }];")).toEqual([
      'web/src/x.tsx:1: songs.titel',
    ]);
    expect(findIn("const ACTIONS = ['songs.found', 'video.delete', 'video.add'];")).toEqual([]);
    expect(findIn("const KEY = 'upload.unfinished';")).toEqual([]);
  });

  it('servers may call other functions by these names', () => {
    const file = { path: 'services/auth/src/x.ts', text: "text('varchar'); t('mails.lost');" };
    expect(findUnknownIds(file, english)).toEqual(['services/auth/src/x.ts:1: mails.lost']);
  });
});

describe('findUnusedIds', () => {
  it('an id is used by its text or by its beginning', () => {
    const used = findUsedIds([{ path: 'web/src/x.ts', text: "const A = { a: 'b.c' }; t(`role.${role}`);" }]);
    expect(findUnusedIds(['b.c', 'role.user', 'b.d'], used)).toEqual(['b.d']);
  });
});

describe('findLiterals', () => {
  const findIn = (text: string, path = 'web/src/x.tsx') =>
    findLiterals({ path, text }).map(({ line, text }) => `${line}: ${text}`);

  it('texts between tags are found, also those of conditions', () => {
    expect(findIn('<p>\n  found {count}\n</p>;')).toEqual(['2: found']);
    expect(findIn("<p>{isNew ? 'New' : <b>old</b>}{hasMore && ', and more'}{`${count} songs`}</p>;")).toEqual(
      ['1: New', '1: , and more', '1: songs', '1: old'],
    );
  });

  it('texts of attributes and properties that people read are found', () => {
    expect(findIn('<Field aria-label="Close" listLabel={`Songs of ${name}`} title="x" />;')).toEqual([
      '1: Close',
      '1: Songs of',
      '1: x',
    ]);
    expect(findIn("confirmDialog({ title: 'Leave?', confirmLabel: text('shell.leave') });")).toEqual([
      '1: Leave?',
    ]);
    expect(findIn("useDocumentTitle('Songs');")).toEqual(['1: Songs']);
  });

  it('sentences are found wherever they are', () => {
    expect(findIn("const NAMES = { lake: 'Blue water' };", 'web/src/x.ts')).toEqual(['1: Blue water']);
  });

  it('signs, addresses, other attributes and errors for developers are no sentences', () => {
    expect(
      findIn("<p className='A b' dir=\"auto\" id='Title'>{count} · {t('songs.found')}: – 1 / 2</p>;").filter(
        (text) => text !== '1: A b',
      ),
    ).toEqual([]);
    expect(findIn("import x from 'A b'; throw new Error('The worker could not be started.');")).toEqual([]);
    expect(findIn("const STATES = { label: 'busy', title: undefined };", 'web/src/x.ts')).toEqual([]);
  });

  it('exceptions excuse a folder, a file or a name, and are reported once nothing needs them', () => {
    const found = ['web/src/ui/a.tsx', 'web/src/b.ts', 'web/src/c.ts'].map((path) => ({
      path,
      line: 1,
      text: 'ffmpeg',
    }));
    const nothing = { unconverted: [], files: {}, names: {} };
    const permitted = { unconverted: ['web/src/ui'], files: { 'web/src/b.ts': 'a reason' }, names: {} };
    expect(listForbidden(found, permitted).map(({ path }) => path)).toEqual(['web/src/c.ts']);
    expect(listForbidden(found, { ...nothing, names: { ffmpeg: 'a program' } })).toEqual([]);
    expect(listStale(found, permitted)).toEqual([]);
    expect(listStale(found.slice(2), { ...permitted, names: { Caddy: 'a program' } })).toEqual([
      'web/src/ui',
      'web/src/b.ts',
      'Caddy',
    ]);
  });
});

describe('findProblem', () => {
  const english = '{count, plural, one {# song of <b>{name}</b>} other {# songs of <b>{name}</b>}}';

  it('a translation with the same placeholders and all cases of its language is right', () => {
    const text = '{count, plural, one {# Lied von <b>{name}</b>} other {# Lieder von <b>{name}</b>}}';
    expect(findProblem({ language: 'de', english, text })).toBeUndefined();
  });

  it('other placeholders or elements are found', () => {
    expect(findProblem({ language: 'de', english: 'by {name}', text: 'von {Name}' })).toBe(
      'has {Name} instead of {name}',
    );
    expect(findProblem({ language: 'de', english: '<b>{name}</b>', text: '<a>{name}</a>' })).toContain('<a>');
  });

  it('a case that the language needs, and one that English does not know, are found', () => {
    const text = english.replaceAll('song', 'пісня');
    expect(findProblem({ language: 'uk', english, text })).toBe('lacks the case few, many of {count}');
    expect(findProblem({ language: 'ar', english, text })).toContain('zero, two, few, many');
    const state = '{state, select, busy {Busy} other {Idle}}';
    expect(findProblem({ language: 'de', english: state, text: '{state, select, other {Frei}}' })).toBe(
      'lacks the case busy of {state}',
    );
    expect(
      findProblem({ language: 'de', english: state, text: '{state, select, busy {x} idle {y} other {z}}' }),
    ).toBe('has the unknown case idle of {state}');
  });

  it('a French mark that could begin a line is found', () => {
    const problem = (text: string) => findProblem({ language: 'fr', english: 'Delete?', text });
    expect(problem('Supprimer ?')).toContain('no-break space');
    expect(problem('Supprimer\u202F?')).toBeUndefined();
  });

  it('a text that is no message is found', () => {
    expect(findProblem({ language: 'de', english: 'by {name}', text: 'von {name' })).toMatch(
      /^is no message: /,
    );
  });
});

describe('tidyItems', () => {
  const item = (msgid: string, text: string, comments: string[] = []) =>
    Object.assign(createItem(), { msgid, msgstr: [text], extractedComments: comments });
  const english = [item('b', 'Bee'), item('a', 'Ant', ['An insect.'])];

  it('messages are sorted, untranslated ones are empty, and each has its English message', () => {
    const [first, second] = tidyItems('de', {
      english,
      translated: [item('b', 'Biene'), item('c', 'Käfer')],
    });
    expect(first).toMatchObject({
      msgid: 'a',
      msgstr: [''],
      extractedComments: ['An insect.', 'English: Ant'],
    });
    expect(second).toMatchObject({ msgid: 'b', msgstr: ['Biene'], flags: {} });
  });

  it('a translation is fuzzy once its English message has changed, until somebody removes the flag', () => {
    const translated = [item('b', 'Hummel', ['English: Bumblebee']), item('a', '', ['English: Aunt'])];
    const [ant, bee] = tidyItems('de', { english, translated });
    expect(bee).toMatchObject({ flags: { fuzzy: true }, extractedComments: ['English: Bee'] });
    expect(ant?.flags).toEqual({});
    const [, again] = tidyItems('de', { english, translated: [bee ?? item('b', '')] });
    expect(again?.flags).toEqual({ fuzzy: true });
    const [, corrected] = tidyItems('de', { english, translated: [item('b', 'Biene', ['English: Bee'])] });
    expect(corrected?.flags).toEqual({});
  });
});
