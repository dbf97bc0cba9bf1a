import { readPeople } from '@larksong/import/people';
import { describe, expect, it } from 'vitest';

import { planPeople, type KnownAccount } from './plan-people.ts';

const ADA: KnownAccount = {
  email: 'ada@school.example',
  username: 'ada',
  displayName: 'Ada L.',
  role: 'user',
  isDisabled: false,
};

function plan(lines: string[], accounts: KnownAccount[] = []) {
  const { people } = readPeople(`email;username;name;role\n${lines.join('\n')}`);
  return planPeople(people, accounts).map(({ work, username, explanations }) => ({
    work,
    username,
    says: explanations.map(({ reason }) => reason),
  }));
}

describe('new people', () => {
  it('a person is invited with the values of the line', () => {
    expect(plan(['Bo@School.example;Bo_1;Bo;TEACHER', 'cy@school.example;cyril;;'])).toEqual([
      { work: 'invite', username: 'Bo_1', says: ['people.invited-teacher'] },
      { work: 'invite', username: 'cyril', says: ['people.invited-user'] },
    ]);
  });

  it('a username is made of the email, and numbered if accounts or other lines have it', () => {
    const planned = plan(
      [
        'ada@other.example',
        'ada@third.example',
        'x@school.example;Ada3',
        'ada@fourth.example',
        'li@a.example',
      ],
      [ADA],
    );
    expect(planned.map(({ work, username }) => [work, username])).toEqual([
      ['invite', 'ada2'],
      ['invite', 'ada4'],
      ['invite', 'Ada3'],
      ['invite', 'ada5'],
      ['mistake', ''],
    ]);
    expect(planned.at(-1)?.says).toEqual(['people.username-needed']);
  });

  it('a username that ends in a digit is numbered after a dash, and a long one is shortened', () => {
    const long = 'l'.repeat(40);
    const lines = ['class1@a.example', 'class1@b.example', `${long}@a.example`, `${long}@b.example`];
    expect(plan(lines).map(({ username }) => username)).toEqual([
      'class1',
      'class1-2',
      'l'.repeat(32),
      `${'l'.repeat(29)}2`,
    ]);
  });

  it.each([
    [';anna', 'people.email-missing'],
    ['ada at school', 'people.email-not-valid'],
    ['a@school.example;a b', 'people.username-not-valid'],
    ['a@school.example;=x', 'people.formula people.username-not-valid'],
    ['a@school.example;аda', 'people.username-mixes-scripts'],
    ['a@school.example;ADA', 'people.username-taken'],
    [`a@school.example;anna;${'A'.repeat(61)}`, 'people.name-not-valid'],
    ['a@school.example;anna;\u202eA', 'people.name-not-valid'],
    ['a@school.example;anna;A;headmaster', 'people.role-unknown'],
    ['a@school.example;anna;A;superadmin', 'people.role-superadmin'],
    ['a@school.example;anna;A;user;more', 'table.more-cells'],
    [
      'nobody;a b;@A;king',
      'people.formula people.email-not-valid people.role-unknown people.username-not-valid',
    ],
  ])('the line %j is a mistake that is named', (line, reasons) => {
    const [planned] = plan([line], [ADA]);
    expect(planned).toMatchObject({ work: 'mistake', says: reasons.split(' ') });
  });

  it('of lines about the same person or username, all but the first are mistakes', () => {
    const lines = ['a@b.example;anna', 'A@B.example;ann', 'c@b.example;ANNA', 'a@b.example;anne'];
    expect(plan(lines).map(({ says }) => says[0])).toEqual([
      'people.invited-user',
      'people.email-twice',
      'people.username-twice',
      'people.email-twice',
    ]);
  });
});

describe('people who have an account', () => {
  it.each<[string, Partial<KnownAccount>, string, string]>([
    ['ada@school.example;ada;Ada L.;user', {}, 'none', 'people.unchanged'],
    ['ada@school.example', {}, 'none', 'people.unchanged'],
    ['ada@school.example;;;teacher', {}, 'promote', 'people.becomes-teacher'],
    ['ada@school.example;ada;Ada;teacher', {}, 'promote', 'people.becomes-teacher people.keeps-name'],
    ['ada@school.example;;;teacher', { role: 'teacher' }, 'none', 'people.unchanged'],
    ['ada@school.example;;;user', { role: 'teacher' }, 'none', 'people.keeps-teacher'],
    ['ada@school.example;;;teacher', { role: 'superadmin' }, 'none', 'people.keeps-superadmin'],
    ['ada@school.example;;;superadmin', { role: 'superadmin' }, 'none', 'people.unchanged'],
    ['ada@school.example;;;superadmin', {}, 'mistake', 'people.role-superadmin'],
    ['ada@school.example;;;teacher', { isDisabled: true }, 'none', 'people.keeps-disabled'],
    ['ada@school.example;lovelace', {}, 'none', 'people.keeps-username'],
    ['ada@school.example;;Ada', { displayName: null }, 'none', 'people.keeps-no-name'],
    ['ada@school.example;;Ada;princess', {}, 'mistake', 'people.role-unknown'],
  ])('the line %j about the account with %j means %s', (line, account, work, reasons) => {
    expect(plan([line], [{ ...ADA, ...account }])).toMatchObject([{ work, says: reasons.split(' ') }]);
  });
});
