import type { catalog } from '@larksong/contracts';
import { expect, onTestFinished, test } from 'vitest';

import { loadServerTexts } from '../../lib/server-sentences/texts.ts';
import { showLanguage } from '../../lib/texts.ts';
import { toNoticeLine } from './notice-list.ts';

const ready: catalog.Notice = {
  id: 'a',
  videoId: 'v',
  kind: 'ready',
  title: 'The Lark',
  message: null,
  createdAt: '2026-11-21T10:00:00.000Z',
};
const failed: catalog.Notice = { ...ready, kind: 'failed', message: 'The file is cut off.' };

test('one notice states the outcome of its video', () => {
  expect(toNoticeLine([ready])).toBe('“The Lark” is ready to watch.');
  expect(toNoticeLine([failed])).toBe('“The Lark” could not be processed: The file is cut off.');
  expect(toNoticeLine([{ ...failed, message: 'Cancelled', isStopped: true }])).toBe(
    'Somebody stopped the processing of “The Lark”.',
  );
  expect(toNoticeLine([{ ...failed, message: 'Cancelled', isStopped: true, stoppedBy: 'Robin' }])).toBe(
    'Robin stopped the processing of “The Lark”.',
  );
  expect(toNoticeLine([{ ...failed, message: null }])).toBe('“The Lark” could not be processed.');
});

test('one notice says what others told about a video', () => {
  expect(toNoticeLine([{ ...ready, kind: 'flagged' }])).toBe('“The Lark” was reported.');
  expect(toNoticeLine([{ ...ready, kind: 'commented' }])).toBe('Comments on “The Lark” need a decision.');
});

test.each([
  [15, 2, '15 videos are ready, 2 failed'],
  [1, 1, '1 video is ready, 1 failed'],
  [3, 0, '3 videos are ready'],
  [0, 2, '2 videos failed'],
])('notices about %d ready and %d failed videos are one line: %s', (readyCount, failedCount, line) => {
  const open = [
    ...Array.from({ length: failedCount }, () => failed),
    ...Array.from({ length: readyCount }, () => ready),
  ];
  expect(toNoticeLine(open)).toBe(line);
});

test('videos that were stopped are counted apart from the failed ones', () => {
  const stopped = { ...failed, message: 'Cancelled', isStopped: true };
  expect(toNoticeLine([stopped, failed, ready])).toBe('1 video is ready, 1 failed, 1 was stopped');
  expect(toNoticeLine([stopped, stopped])).toBe('2 videos were stopped');
});

test('what of a file is not in its video is said in the reader’s language if all of it is known', async () => {
  await showLanguage('de');
  onTestFinished(() => showLanguage('en'));
  await loadServerTexts('failures');
  const explainedRemarks = [{ id: 'several-sounds' as const, values: { soundCount: 2, place: 1 } }];
  const notice = { ...ready, message: 'It has 2.', explainedRemarks };
  expect(toNoticeLine([notice])).toBe(
    '„The Lark“ ist fertig zum Ansehen. Die Datei enthält 2 Tonspuren. Das Video hat Nummer 1.',
  );
  const tomorrow = { id: 'from-tomorrow' as never, values: {} };
  const newer = { ...notice, explainedRemarks: [...explainedRemarks, tomorrow] };
  expect(toNoticeLine([newer])).toBe('„The Lark“ ist fertig zum Ansehen. It has 2.');
});
