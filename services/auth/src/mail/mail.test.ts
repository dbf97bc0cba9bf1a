import { describe, expect, test } from 'vitest';

import { composeMail, linkTo } from './mail.ts';
import { pauseBeforeRetry } from './retry.ts';

describe('the link of a mail', () => {
  test.each([
    ['verify-email', 'https://songs.example/verify-email?token=a-b_c'],
    ['reset-password', 'https://songs.example/reset-password?token=a-b_c'],
    ['invitation', 'https://songs.example/register?invite=a-b_c'],
  ] as const)('for %s is %s', (kind, address) => {
    expect(linkTo('https://songs.example', kind, 'a-b_c')).toBe(address);
    expect(linkTo('https://songs.example/', kind, 'a-b_c')).toBe(address);
  });
});

describe('a mail', () => {
  const link = 'https://songs.example/reset-password?token=abc&x=1';

  test('a mail has the link in both parts and states its lifetime', () => {
    const mail = composeMail('reset-password', { link, name: 'Ada' });
    expect(mail.text).toContain(`Hello Ada,\n`);
    expect(mail.text).toContain(`\n${link}\n`);
    expect(mail.html).toContain('href="https://songs.example/reset-password?token=abc&amp;x=1"');
    for (const part of [mail.text, mail.html]) expect(part).toContain('for one hour');
  });

  test('a mail escapes markup in a name', () => {
    const { html } = composeMail('verify-email', { link, name: '<img src=x onerror="x()">' });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&quot;x()&quot;&gt;');
  });

  test('a mail greets recipients without a name', () => {
    expect(composeMail('invitation', { link }).text).toMatch(/^Hello,\n/);
  });
});

test('a mail that cannot be sent is retried with growing pauses and given up after a day', () => {
  const pauses = [1, 2, 3, 9, 10, 50].map((tries) => pauseBeforeRetry({ tries, ageSeconds: 60 }));
  expect(pauses).toEqual([5, 10, 20, 1280, 1800, 1800]);
  expect(pauseBeforeRetry({ tries: 50, ageSeconds: 24 * 3600 + 1 })).toBeNull();
});
