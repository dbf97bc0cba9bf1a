import { describe, expect, test } from 'vitest';

import { composeVideoMail, linkToVideo, mayGetVideoMail } from './video-mail.ts';

const VIDEO_ID = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';

describe('a mail about a video', () => {
  test.each([
    ['ready', `https://songs.example/songs?v=${VIDEO_ID}`],
    ['failed', 'https://songs.example/transcoding'],
  ] as const)('a mail about a %s video links to %s', (kind, address) => {
    expect(linkToVideo('https://songs.example/', { kind, video_id: VIDEO_ID })).toBe(address);
  });

  test('a mail about a ready video says so', () => {
    const link = 'https://songs.example/songs?v=1';
    const mail = composeVideoMail(
      { kind: 'ready', title: 'Five Ducks', message: null },
      { link, name: 'Ada' },
    );
    expect(mail.subject).toBe('Your video “Five Ducks” is ready');
    expect(mail.text).toMatch(/^Hello Ada,\n\nYour video “Five Ducks” is ready to be watched:\n\nhttps:/);
    expect(mail.html).toContain('href="https://songs.example/songs?v=1"');
  });

  test('a mail about a failed video has the reason, with markup and line breaks of the title neutralized', () => {
    const video = {
      kind: 'failed',
      title: 'a <b>\r\nBcc: x',
      message: 'This file is <not> a video.',
    } as const;
    const mail = composeVideoMail(video, { link: 'https://songs.example/transcoding', name: 'Ada' });
    expect(mail.subject).toBe('Your video “a <b> Bcc: x” could not be processed');
    expect(mail.text).toContain('could not be processed. This file is <not> a video.\n');
    expect(mail.html).toContain('This file is &lt;not&gt; a video.');
    expect(mail.html).not.toContain('<b>');
  });
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
