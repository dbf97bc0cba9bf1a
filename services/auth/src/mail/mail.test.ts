import { createTexts } from '@larksong/languages';
import { describe, expect, test } from 'vitest';

import { composeFarewell, composeMail, formatLifetime, linkTo } from './mail.ts';
import { pauseBeforeRetry } from './retry.ts';

const english = createTexts('mails')('en');

const siteName = 'Oak School';

describe('the link of a mail', () => {
  test.each([
    ['verify-email', 'https://songs.example/verify-email?token=a-b_c'],
    ['reset-password', 'https://songs.example/reset-password?token=a-b_c'],
    ['invitation', 'https://songs.example/register?invite=a-b_c'],
  ] as const)('the link of a mail for %s is %s', (kind, address) => {
    expect(linkTo('https://songs.example', kind, 'a-b_c')).toBe(address);
    expect(linkTo('https://songs.example/', kind, 'a-b_c')).toBe(address);
  });
});

describe('a mail', () => {
  const link = 'https://songs.example/reset-password?token=abc&x=1';

  test('a mail has the link in both parts and states its lifetime', () => {
    const mail = composeMail('reset-password', { link, name: 'Ada', lifetimeHours: 3, siteName }, english);
    expect(mail.text).toContain(`Hello Ada,\n`);
    expect(mail.text).toContain(`\n${link}\n`);
    expect(mail.html).toContain('href="https://songs.example/reset-password?token=abc&amp;x=1"');
    for (const part of [mail.text, mail.html]) expect(part).toContain('works once, for 3 hours.');
  });

  test('a mail escapes markup in a name', () => {
    const { html } = composeMail(
      'verify-email',
      {
        link,
        name: '<img src=x onerror="x()">',
        lifetimeHours: 24,
        siteName,
      },
      english,
    );
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&lt;img src=x onerror=&quot;x()&quot;&gt;');
  });

  test('a mail names the site in its words and at its top, and escapes markup in the name', () => {
    const name = '<b>Oak</b> & "School"';
    const mail = composeMail('invitation', { link, lifetimeHours: 1, siteName: name }, english);
    expect(mail.subject).toBe(`You are invited to ${name}`);
    expect(mail.text).toContain(`to create an account on ${name}, a site`);
    expect(mail.html).not.toContain('<b>');
    expect(mail.html.split('&lt;b&gt;Oak&lt;/b&gt; &amp; &quot;School&quot;')).toHaveLength(3);
    expect(mail.html).not.toContain('Larksong');
  });

  test('the mail about a deleted account says so and leads to the people who run the site', () => {
    const mail = composeFarewell({ publicUrl: 'https://songs.example', siteName }, english);
    expect(mail.text).toMatch(/^Hello,\n\nYour account on Oak School has been deleted/);
    expect(mail.text).toContain('\nhttps://songs.example/for-parents\n');
  });

  test('a mail greets recipients without a name', () => {
    expect(composeMail('invitation', { link, lifetimeHours: 168, siteName }, english).text).toMatch(
      /^Hello,\n/,
    );
  });
});

test.each([
  [0.004, '1 minute'],
  [0.5, '30 minutes'],
  [1, 'one hour'],
  [1.5, '90 minutes'],
  [2.5, '2 hours'],
  [24, '24 hours'],
  [47.9, '47 hours'],
  [48, '2 days'],
  [24 * 7, '7 days'],
  [100, '4 days'],
])('the lifetime of a link of %d hours is described as %s, never longer than it is', (hours, words) => {
  expect(formatLifetime(hours, english)).toBe(words);
});

test('a mail loads nothing from other servers: its only picture is attached', () => {
  const { html } = composeMail(
    'invitation',
    {
      link: 'https://songs.example/register?invite=x',
      lifetimeHours: 1,
      siteName,
    },
    english,
  );
  expect([...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source)).toEqual(['cid:mark@larksong']);
  expect(html).not.toMatch(/url\(|@import|<link/);
});

test('a mail that cannot be sent is retried with growing pauses and given up after a day', () => {
  const pauses = [1, 2, 3, 9, 10, 50].map((tries) => pauseBeforeRetry({ tries, ageSeconds: 60 }));
  expect(pauses).toEqual([5, 10, 20, 1280, 1800, 1800]);
  expect(pauseBeforeRetry({ tries: 50, ageSeconds: 24 * 3600 + 1 })).toBeNull();
});
