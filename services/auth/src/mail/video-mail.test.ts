import { createTexts } from '@larksong/languages';
import { describe, expect, test } from 'vitest';

import { composeVideoMail, linkToVideo, mayGetVideoMail } from './video-mail.ts';

const english = createTexts('mails')('en');

const VIDEO_ID = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';

describe('a mail about a video', () => {
  test.each([
    ['ready', `https://songs.example/songs?v=${VIDEO_ID}`],
    ['failed', 'https://songs.example/transcoding'],
    ['approved', `https://songs.example/songs?v=${VIDEO_ID}`],
    ['sent_back', 'https://songs.example/transcoding'],
    ['flagged', 'https://songs.example/flags'],
    ['suggested', `https://songs.example/lists/${VIDEO_ID}`],
  ] as const)('a mail about a %s video links to %s', (kind, address) => {
    expect(linkToVideo('https://songs.example/', { kind, video_id: VIDEO_ID })).toBe(address);
  });

  const to = { publicUrl: 'https://songs.example', name: 'Ada', siteName: 'Oak School' };
  const video = {
    kind: 'ready',
    video_id: VIDEO_ID,
    title: 'Five Ducks',
    message: null,
    reason: null,
    readable: null,
    remarks: null,
    is_stopped: false,
    stopped_by: null,
  } as const;
  const stopped = {
    ...video,
    kind: 'failed',
    message: 'Cancelled',
    is_stopped: true,
    stopped_by: 'Robin',
  } as const;

  test('a mail about a ready video says so', () => {
    const mail = composeVideoMail([video], to, english);
    expect(mail.subject).toBe('Your video “Five Ducks” is ready');
    expect(mail.text).toMatch(/^Hello Ada,\n\nYour video “Five Ducks” is ready to be watched:\n\nhttps:/);
    expect(mail.html).toContain(`href="https://songs.example/songs?v=${VIDEO_ID}"`);
  });

  test('one mail tells of reported songs and of suggestions, each song and list once', () => {
    const told = (kind: 'flagged' | 'suggested', title: string, id = title) => ({
      ...{ ...video, kind, title },
      video_id: id,
    });
    const mail = composeVideoMail(
      [
        told('flagged', 'Wolf'),
        told('suggested', 'Morning'),
        told('flagged', 'Wolf'),
        told('flagged', 'Rain'),
      ],
      to,
      english,
    );
    expect(mail.subject).toBe('Oak School: 2 videos were reported, songs were suggested for 1 list');
    expect(mail.text).toContain('There is news: 2 videos were reported, songs were suggested for 1 list.');
    expect(mail.text).toMatch(/These were reported:\n\n?- Wolf\n- Rain/);
    expect(mail.html).toContain('href="https://songs.example/flags"');
    const linkOf = (...outcomes: Parameters<typeof composeVideoMail>[0][number][]) =>
      composeVideoMail(outcomes, to, english).html;
    expect(linkOf(told('suggested', 'A'), told('suggested', 'B'))).toContain(
      'href="https://songs.example/lists"',
    );
    const ready = { ...video, video_id: 'ready' };
    expect(linkOf(ready, told('flagged', 'Wolf'))).toContain('href="https://songs.example/flags"');
    // Something else is to be done as well, on a page that leads to the flags.
    expect(linkOf({ ...ready, kind: 'failed' }, told('flagged', 'Wolf'))).toContain(
      'href="https://songs.example/transcoding"',
    );
  });

  test('a mail about a failed video has the reason, with markup and line breaks of the title neutralized', () => {
    const failed = {
      ...video,
      kind: 'failed',
      title: 'a <b>\r\nBcc: x',
      message: 'This file is <not> a video.',
    } as const;
    const mail = composeVideoMail([failed], to, english);
    expect(mail.subject).toBe('Your video “a <b> Bcc: x” could not be processed');
    expect(mail.text).toContain('could not be processed. This file is <not> a video.\n');
    expect(mail.html).toContain('This file is &lt;not&gt; a video.');
    expect(mail.html).not.toContain('<b>');
  });

  test('a mail about several videos lists them, the failed ones first with their reasons', () => {
    const failed = {
      ...video,
      kind: 'failed',
      video_id: 'b',
      title: 'Rain <b>\r\nBcc: x',
      message: 'The file is cut off.',
    } as const;
    const mail = composeVideoMail(
      [video, failed, { ...video, video_id: 'c', title: 'The Lark' }],
      to,
      english,
    );
    expect(mail.subject).toBe('Oak School: 2 videos are ready, 1 failed');
    expect(mail.text).toContain(
      'could not be processed:\n- Rain <b> Bcc: x: The file is cut off.\n\nThese are ready to be watched:\n- Five Ducks\n- The Lark\n\nhttps://songs.example/transcoding\n',
    );
    expect(mail.html).toContain('<li>Rain &lt;b&gt; Bcc: x: The file is cut off.</li>');
  });

  const sentBack = { ...video, kind: 'sent_back', message: 'The title is\nmissing a word.' } as const;

  test('a mail about a decision says what it was, with the sentence of a video that was sent back', () => {
    const approved = composeVideoMail([{ ...video, kind: 'approved' }], to, english);
    expect(approved.subject).toBe('Your video “Five Ducks” has been approved');
    expect(approved.html).toContain(`href="https://songs.example/songs?v=${VIDEO_ID}"`);
    const { subject, text } = composeVideoMail([sentBack], to, english);
    expect(subject).toBe('Your video “Five Ducks” has been sent back to you');
    expect(text).toContain('“Five Ducks” has been sent back to you: The title is missing a word.\n');
    expect(text).toContain('https://songs.example/transcoding\n');
  });

  test('a mail about several decisions reports each video once, those that were sent back first', () => {
    const other = { ...video, video_id: 'b', title: 'Rain' };
    const mail = composeVideoMail(
      [
        video,
        other,
        { ...other, kind: 'approved' },
        sentBack,
        video,
        { ...video, video_id: 'c', title: 'Snow' },
      ],
      to,
      english,
    );
    expect(mail.subject).toBe('Oak School: 1 video is ready, 1 is approved, 1 was sent back');
    expect(mail.text).toContain(
      'These have been sent back to you:\n- Five Ducks: The title is missing a word.\n\nThese have been approved:\n- Rain\n\nThese are ready to be watched:\n- Snow\n',
    );
    expect(mail.text).toContain('There is news about your uploads: 1 video is ready');
  });

  test('a mail about a video that was stopped names the person, and no failure', () => {
    const mail = composeVideoMail([stopped], to, english);
    expect(mail.subject).toBe('The processing of your video “Five Ducks” was stopped');
    expect(mail.text).toContain('Robin stopped the processing of “Five Ducks”.');
    expect(mail.text).not.toMatch(/could not|failed|Cancelled/);
    const { text } = composeVideoMail([{ ...stopped, stopped_by: null }], to, english);
    expect(text).toContain('Somebody stopped the processing of “Five Ducks”.');
  });

  test('a mail about several videos lists the stopped ones apart from the failed ones', () => {
    const mail = composeVideoMail([{ ...video, video_id: 'b' }, stopped], to, english);
    expect(mail.subject).toBe('Oak School: 1 video is ready, 1 was stopped');
    expect(mail.text).toContain(
      'These were stopped on purpose:\n- Robin stopped the processing of “Five Ducks”.\n',
    );
    expect(mail.text).not.toMatch(/could not|failed|Cancelled/);
  });

  test('a video that failed and was retried is reported once, with its latest outcome', () => {
    const failed = { ...video, kind: 'failed', message: 'Storage is away.' } as const;
    expect(composeVideoMail([failed, video], to, english).subject).toBe('Your video “Five Ducks” is ready');
  });

  test('a mail about many videos states the number of those that it does not list', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ ...video, video_id: `v${at}` }));
    const { text } = composeVideoMail(many, to, english);
    expect(text.match(/- Five Ducks/g)).toHaveLength(50);
    expect(text).toContain('- and 10 more\n');
  });

  test.each([
    [15, 2, 0, '15 videos are ready, 2 failed'],
    [1, 1, 0, '1 video is ready, 1 failed'],
    [3, 0, 0, '3 videos are ready'],
    [0, 2, 0, '2 videos failed'],
    [0, 1, 2, '1 video failed, 2 were stopped'],
    [4, 1, 1, '4 videos are ready, 1 failed, 1 was stopped'],
  ])(
    'a mail about %d ready, %d failed and %d stopped videos says: %s',
    (ready, failed, stoppedOnes, line) => {
      const kinds = [
        ...Array.from({ length: ready }, () => video),
        ...Array.from({ length: failed }, () => ({ ...stopped, is_stopped: false })),
        ...Array.from({ length: stoppedOnes }, () => stopped),
      ];
      const outcomes = kinds.map((outcome, index) => ({ ...outcome, video_id: String(index) }));
      expect(composeVideoMail(outcomes, to, english).subject).toBe(`Oak School: ${line}`);
    },
  );
});

test('only enabled accounts with a confirmed address get mails about videos', () => {
  const now = new Date();
  const answers = [
    { email_verified_at: now, disabled_at: null },
    { email_verified_at: null, disabled_at: null },
    { email_verified_at: now, disabled_at: now },
  ].map(mayGetVideoMail);
  expect(answers).toEqual([true, false, false]);
});
