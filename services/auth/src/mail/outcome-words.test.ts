import { kindOfValue, LANGUAGES, type Remark } from '@larksong/contracts';
import { VIDEO_FAILURES, VIDEO_REMARKS } from '@larksong/contracts/sentences';
import { compileMessage, createTexts, listPlaceholders } from '@larksong/languages';
import { expect, test } from 'vitest';

import { failureWords, remarkWords } from './outcome-words.ts';

const textsIn = createTexts('mails');
const none = { message: null, reason: null, readable: null, remarks: null };

test('failures and remarks have no values but texts, numbers and lengths', () => {
  const messages = [...Object.values(VIDEO_FAILURES), ...Object.values(VIDEO_REMARKS)];
  const names = messages.flatMap((message) => listPlaceholders(compileMessage(message)));
  expect(names).toContain('endLength');
  expect([...new Set(names.map(kindOfValue))].toSorted()).toEqual(['length', 'plain']);
});

test('in English, a known reason is said as catalog said it', () => {
  const reason = { id: 'cut-off', values: { statedLength: 3723, endLength: 67.2 } } as const;
  const words = failureWords({ ...none, reason, readable: { seconds: 1, endSeconds: 5 } }, textsIn('en'));
  expect(words).toBe(
    'The file is cut off: it should last 62:03 but ends after 1:07. Please export it again and upload the new file. You can publish the 1 second that could be read.',
  );
});

test('a reason says the problem of the last try in the language, if it is known', () => {
  const cause = { id: 'storage-unreadable', values: {} } as const;
  const values = { tryCount: 5, problem: 'The file could not be read from storage.' };
  const reason = { id: 'too-many-tries', values, cause } as const;
  const words = failureWords({ ...none, message: 'x', reason }, textsIn('de'));
  expect(words).toMatch(/^Dieses Video .*5.*Speicher/);
  expect(words).not.toContain('storage');
  const newer = { ...reason, cause: { id: 'from-tomorrow' as never, values: {} } };
  expect(failureWords({ ...none, message: 'x', reason: newer }, textsIn('de'))).toContain(values.problem);
});

test.each(LANGUAGES)('remarks are said in %s, or all in English if one is not known', (language) => {
  const remarks: Remark[] = [
    { id: 'several-pictures', values: { pictureCount: 2, place: 1 } },
    { id: 'sound-unsupported', values: { codec: 'wavpack' } },
  ];
  const t = textsIn(language);
  const words = remarkWords({ ...none, message: 'English\nwords', remarks }, t);
  expect(words).toMatch(/wavpack/);
  expect(words).not.toMatch(/[{}]|remarks\./);
  const newer = [...remarks, { id: 'from-tomorrow' as never, values: {} }];
  const english = language === 'en' ? 'English words' : { english: 'English words' };
  expect(remarkWords({ ...none, message: 'English\nwords', remarks: newer }, t)).toEqual(english);
  expect(remarkWords(none, t)).toBe('');
});
