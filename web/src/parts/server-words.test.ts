import { ApiError, auth } from '@larksong/contracts';
import { afterEach, expect, it } from 'vitest';

import { explain, loadServerTexts } from '../lib/server-sentences/texts.ts';
import { showValues } from '../lib/server-sentences/values.ts';
import { showLanguage } from '../lib/texts.ts';
import { errorSentence } from './error-sentence.ts';
import { serverSentence } from './server-sentence.ts';
import { failureWords, findingWords } from './server-words.ts';
import { toDeleteFailure } from './use-delete-video.ts';
import { textRulesOf } from './text-rules.ts';

afterEach(() => showLanguage('en'));

async function speak(language: 'de' | 'ar'): Promise<void> {
  await showLanguage(language);
  await Promise.all([loadServerTexts('failures'), loadServerTexts('findings')]);
}

const finding = {
  id: 'mail-refused',
  severity: 'error',
  about: '',
  sentence: 'The mail server refuses.',
  remedy: 'Check the password.',
} as const;

it('English shows what the server said', () => {
  const error = new ApiError({
    status: 409,
    code: 'EMAIL_TAKEN',
    message: 'This email is already registered.',
  });
  expect(errorSentence(error)).toBe('This email is already registered.');
  expect(failureWords(null, 'It is no video.')).toEqual({ children: 'It is no video.' });
});

it.each(['de', 'ar'] as const)(
  'a failure is said by its reason in %s, wherever it is shown',
  async (language) => {
    await speak(language);
    const message = 'This email is already registered.';
    const failure = { status: 409, code: 'EMAIL_TAKEN', reason: 'code.EMAIL_TAKEN', message } as const;
    const error = new ApiError({ ...failure, data: { message } });
    const said = errorSentence(error);
    expect(said).not.toBe(message);
    expect(said).toMatch(language === 'ar' ? /\p{Script=Arabic}/u : /E-Mail/);
    expect(serverSentence(error)).toBe(said);
    expect(toDeleteFailure(error)).toContain(said);
  },
);

it('a failure of a server that gives no reasons is shown as it says it', async () => {
  await speak('de');
  const message = 'This email belongs to a teacher.';
  const error = new ApiError({ status: 409, code: 'EMAIL_TAKEN', message, data: { message } });
  expect([errorSentence(error), serverSentence(error)]).toEqual([message, message]);
});

it('what nobody translated is marked as English', async () => {
  await speak('de');
  const words = failureWords({ id: 'from-tomorrow' as never, values: {} }, 'It is no video.');
  expect(words).toEqual({ children: 'It is no video.', lang: 'en', dir: 'ltr' });
  expect(findingWords({ ...finding, id: 'from-tomorrow' as never }).remedy).toEqual({
    children: 'Check the password.',
    lang: 'en',
    dir: 'ltr',
  });
});

it('values are shown in the language of the page, by the ends of their names', async () => {
  await speak('de');
  expect(
    showValues({
      sizeBytes: 1_500_000,
      length: 3,
      songLength: 192,
      waitSeconds: 120,
      partNames: ['a', 'b', 'c'],
    }),
  ).toEqual({
    sizeBytes: '1,5 MB',
    length: 3,
    songLength: '3:12',
    waitSeconds: '2 Minuten',
    partNames: 'a, b und c',
  });
});

it.each(['de', 'ar'] as const)('why the contracts refuse a value is said in %s', async (language) => {
  await speak(language);
  expect(explain(textRulesOf(auth.register.body.properties).password)).toMatch(
    language === 'ar' ? /\p{Script=Arabic}/u : /Passwort/,
  );
});

it('why the contracts refuse a value is said in English where its translation has not arrived', () => {
  expect(explain({ reason: 'from-tomorrow', message: 'Enter a letter.' })).toBe('Enter a letter.');
});
