import { auth, type Explanation } from '@larksong/contracts';
import { MAX_PEOPLE } from '@larksong/import/people';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { usePeopleSite } from './people-site.ts';
import { PASSWORD, registerSomebody } from './start-auth.ts';

const site = usePeopleSite();

async function countEverything(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from users) as users,
      (select count(*) from audit_entries) as entries, (select count(*) from people_imports) as imports`.execute(
    site.service().db,
  );
  return rows[0];
}

describe('a table of people', () => {
  test('everybody is invited with username, name and role, and the link in the mail opens the account', async () => {
    const table = Buffer.from(
      '\uFEFFemail;username;name;role\r\nzoe@import.example;Zoë;"Zoë; B.";teacher\r\nmax.m@import.example;;;\r\n',
      'utf16le',
    );
    expect((await site.check(table)).map(({ explanations }) => explanations[0]?.message)).toEqual([
      'Line 2: zoe@import.example is invited as a teacher, with the username Zoë.',
      'Line 3: max.m@import.example is invited as a user, with the username max.m.',
    ]);
    const { status, body } = await site.start(table);
    expect(status).toBe(202);
    expect(body.data.import).toMatchObject({ startedBy: 'head', endedAt: null, isStopped: false });
    const run = await site.awaitEnd();
    expect(run.counts).toEqual({ waiting: 0, invited: 2, promoted: 0, unchanged: 0, failed: 0 });
    const accounts = await site.findAccounts('import.example');
    expect(accounts).toMatchObject([
      { username: 'max.m', displayName: null, role: 'user', teacher: null, emailVerified: false },
      { username: 'Zoë', displayName: 'Zoë; B.', role: 'user', teacher: { isTrusted: false } },
    ]);
    const [mail] = await site.service().mailbox.waitFor('zoe@import.example');
    await site.service().call(auth.resetPassword, { body: { token: mail?.token ?? '', password: PASSWORD } });
    const { data } = await site.service().call(auth.login, {
      body: { email: 'zoe@import.example', password: PASSWORD },
    });
    expect(data.user).toMatchObject({ username: 'Zoë', emailVerified: true });
    const { rows } = await sql`
      select actor_name, action, after from audit_entries
      where action = 'people.import' or subject_name in ('Zoë', 'max.m') order by number`.execute(
      site.service().db,
    );
    expect(rows).toEqual([
      { actor_name: 'head', action: 'people.import', after: { invited: 2, promoted: 0 } },
      { actor_name: 'head', action: 'account.create', after: { role: 'teacher' } },
      { actor_name: 'head', action: 'account.create', after: { role: 'user' } },
    ]);
  });

  test('2,000 lines with every kind of mistake: each is named with its line, and nothing is done', async () => {
    const { user } = await registerSomebody(site.service());
    const kinds: [line: (n: number) => string, reason: string][] = [
      [(n) => `g${n}@many.example;good${n};Good ${n};user`, 'people.invited-user'],
      [(n) => `t${n}@many.example;;Teacher ${n};Teacher`, 'people.invited-teacher'],
      [() => `${user.email};;;`, 'people.unchanged'],
      [() => ';lost;;user', 'people.email-missing'],
      [(n) => `at-${n}.example;lost;;user`, 'people.email-not-valid'],
      [() => `twice@many.example;;;`, 'people.email-twice'],
      [(n) => `u${n}@many.example;a b;;user`, 'people.username-not-valid'],
      [(n) => `v${n}@many.example;${user.username};;user`, 'people.username-taken'],
      [(n) => `w${n}@many.example;same;;user`, 'people.username-twice'],
      [(n) => `x${n}@many.example;м${n}a;;user`, 'people.username-mixes-scripts'],
      [(n) => `${n % 10}@${n}.example;;;user`, 'people.username-needed'],
      [(n) => `n${n}@many.example;;${'N'.repeat(61)};user`, 'people.name-not-valid'],
      [(n) => `r${n}@many.example;;;king`, 'people.role-unknown'],
      [(n) => `s${n}@many.example;;;superadmin`, 'people.role-superadmin'],
      [(n) => `f${n}@many.example;;=HYPERLINK("x");user`, 'people.formula'],
      [(n) => `l${n}@many.example;;JosÃ©;user`, 'people.letters-lost'],
      [(n) => `c${n}@many.example,,,user`, 'people.other-separator'],
      [(n) => `m${n}@many.example;;;user;;more`, 'table.more-cells'],
      [(n) => `q${n}@many.example;;"Quo;user`, 'people.quotation-open'],
    ];
    const lines = Array.from({ length: MAX_PEOPLE }, (_, n) => {
      if (n === 0) return { text: 'twice@many.example;;;', reason: 'people.invited-user' };
      if (n === 1) return { text: 'first@many.example;same;;', reason: 'people.invited-user' };
      const [toText, reason] = kinds[n % kinds.length]!;
      return {
        text: toText(n),
        reason: n >= kinds.length && n % kinds.length === 2 ? 'people.email-twice' : reason,
      };
    });
    const table = `email;username;name;role\n${lines.map(({ text }) => text).join('\n')}\n`;
    const before = await countEverything();
    const people = await site.check(table);
    const name = ({ line, reason }: { line: number; reason: string | undefined }) => `${line} ${reason}`;
    expect(people.map(({ line, explanations }) => name({ line, reason: explanations[0]?.reason }))).toEqual(
      lines.map(({ reason }, n) => name({ line: n + 2, reason })),
    );
    for (const { line, explanations } of people)
      expect(explanations[0]?.message.startsWith(`Line ${line}: `)).toBe(true);
    const { body } = await site.start(table);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', reason: 'people.has-mistakes' });
    expect(await countEverything()).toEqual(before);

    const good = people.filter(({ work }) => work === 'invite').length;
    expect(good).toBeGreaterThan(200);
    await site.start(table, true);
    const run = await site.readImport();
    const { waiting = 0, invited = 0 } = run?.counts ?? {};
    expect(waiting + invited).toBe(good);
    await site.asHead()(auth.stopPeopleImport, { params: { id: run?.id ?? '' } });
  });

  test.each<[string, string | Buffer, Explanation['reason']]>([
    ['a workbook', Buffer.from('PK\x03\x04 xl/workbook.xml'), 'people.not-a-table'],
    [
      'UTF-16 with a null character',
      Buffer.from('\uFEFFemail\na\0b@x.example', 'utf16le'),
      'people.not-a-table',
    ],
    ['no table', 'Dear Madam,\nplease invite', 'people.email-column-missing'],
    ['an empty table', 'email;name\n;\n', 'people.nobody'],
    ['too many people', `email\n${'a@b.example\n'.repeat(MAX_PEOPLE + 1)}`, 'people.too-many'],
    ['nothing', '', 'people.nobody'],
  ])('%s is refused as a whole', async (_, table, reason) => {
    for (const answer of [
      await site.send('/api/admin/accounts/import/check', table),
      await site.start(table, true),
    ])
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', reason } });
  });

  test('a table that is too large is refused', async () => {
    const answer = await site.start(Buffer.alloc(2_000_001, 'a'));
    expect(answer).toMatchObject({ status: 413, body: { reason: 'people.table-too-large' } });
  });

  test('an import of an export changes nothing, also with names that look like formulas', async () => {
    const { user, accessToken } = await registerSomebody(site.service());
    for (const displayName of ['=1+1', "'=x", '"A"; b, c', '-', "'t Hooft", 'ß'])
      await site.service().callAs(accessToken)(auth.updateProfile, { body: { displayName } });
    await site.service().callAs(accessToken)(auth.updateProfile, { body: { displayName: '=cmd|"x",1' } });
    const { user: gone } = await registerSomebody(site.service());
    await site.asHead()(auth.updateAccount, { params: { id: gone.id }, body: { isDisabled: true } });
    const response = await fetch(`${site.service().baseUrl}/api/admin/accounts/export`, {
      headers: { authorization: `Bearer ${site.token()}` },
    });
    expect(response.headers.get('content-disposition')).toContain('larksong-people.csv');
    const table = Buffer.from(await response.arrayBuffer());
    expect(table.toString()).toContain(`\r\n${user.email},${user.username},"'=cmd|""x"",1",user\r\n`);
    expect(table.toString()).not.toContain(gone.email);
    const people = await site.check(table);
    expect(people.length).toBeGreaterThan(2);
    expect(
      new Set(people.map(({ explanations }) => explanations.map(({ reason }) => reason).join())),
    ).toEqual(new Set(['people.unchanged']));
    const before = await countEverything();
    expect(await site.start(table)).toMatchObject({ status: 202, body: { data: { import: null } } });
    expect(await countEverything()).toEqual(before);
  });

  test('an existing account becomes a teacher, and keeps everything else', async () => {
    const { user, accessToken } = await registerSomebody(site.service());
    const table = `email,username,name,role\n${user.email},other,Other,teacher\n`;
    expect((await site.check(table))[0]?.explanations.map(({ reason }) => reason)).toEqual([
      'people.becomes-teacher',
      'people.keeps-username',
      'people.keeps-no-name',
    ]);
    await site.start(table);
    expect((await site.awaitEnd()).counts).toMatchObject({ promoted: 1, invited: 0 });
    const [account] = await site.findAccounts(user.email);
    expect(account).toMatchObject({
      username: user.username,
      displayName: null,
      teacher: { isTrusted: false, editsLetters: false, quotaBytes: null },
    });
    expect((await site.service().callAs(accessToken)(auth.getProfile, {})).data.user.teacher).not.toBeNull();
  });
});
