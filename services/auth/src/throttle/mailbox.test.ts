import { expect, test } from 'vitest';

import { mailboxOf } from './mailbox.ts';

test.each([
  ['ada@people.example', 'ada@people.example'],
  ['ada+1@people.example', 'ada@people.example'],
  ['ada+1+2@people.example', 'ada@people.example'],
  ['ada@people.example.', 'ada@people.example'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada.l@people.example', 'ada.l@people.example'],
  ['"ada@home"@people.example', '"ada@home"@people.example'],
  ['ada@no domain', 'ada@no domain'],
])('mails to %s arrive in %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
