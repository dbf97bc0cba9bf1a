import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decodeText } from './decode-text.ts';
import { toCsvCell } from './formula-cell.ts';
import { findFormatProblem, MAX_PEOPLE, readPeople } from './read-people.ts';

const HEAD = 'email,username,name,role\n';
const read = (lines: string) => readPeople(HEAD + lines);
/** Returns the reasons of each line that has problems. */
const problemsOf = (lines: string) =>
  read(lines).people.map(({ line, problems }) => `${line} ${problems.map(({ reason }) => reason).join(' ')}`);

describe('a table of people', () => {
  it.each([
    ['email,username,name,role\nada@x.example,ada,Ada Ö,teacher\n', 'commas'],
    ['\uFEFFROLE;Name;email;username\r\nteacher;"Ada Ö";ada@x.example;ada;\r\n', 'semicolons, another order'],
    ['sep=|\nemail|username|name|role\nada@x.example|ada|Ada Ö|teacher', 'a declared separator'],
    ['email\tusername\tname\trole\tclass\nada@x.example\tada\tAda Ö\tteacher\t"4\nb"', 'tabs, more columns'],
  ])('the table %j is read (%s)', (text) => {
    const { people, fault } = readPeople(text);
    expect(fault).toBeNull();
    const values = { email: 'ada@x.example', username: 'ada', name: 'Ada Ö', role: 'teacher' };
    expect(people).toEqual([{ ...values, line: text.startsWith('sep') ? 3 : 2, problems: [] }]);
  });

  it.each([
    ['Windows-1252', Buffer.from('email;name\nada@x.example;Zo\xeb\n', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFFemail;name\nada@x.example;Zoë\n', 'utf16le')],
    ['UTF-8', Buffer.from('email;name\nada@x.example;Zoë\n')],
  ])('the encoding %s is recognised', (_, bytes) => {
    expect(findFormatProblem(bytes)).toBeUndefined();
    expect(readPeople(decodeText(bytes)).people[0]?.name).toBe('Zoë');
  });

  it.each([
    ['a workbook', Buffer.from('PK\x03\x04…')],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0])],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['UTF-16 without a mark', Buffer.from('email;name\n', 'utf16le')],
  ])('%s is not a table', (_, bytes) => {
    expect(findFormatProblem(bytes)?.reason).toBe('people.not-a-table');
  });

  it.each([
    ['', 'people.nobody'],
    ['email,name\n\n,\n', 'people.nobody'],
    ['ada@x.example,ada\n', 'people.email-column-missing'],
    ['email,name,Email\na@x.example,A,b@x.example', 'table.column-twice'],
    ['"email,name\na@x.example,A\n', 'table.quotation-open'],
  ])('the table %j is refused as a whole', (text, reason) => {
    expect(readPeople(text)).toMatchObject({ people: [], fault: { reason } });
  });

  it('a table of as many people as are allowed is read, and one of more is refused', () => {
    const full = `email\n${'a@x.example\n'.repeat(MAX_PEOPLE)}`;
    expect(readPeople(full).people).toHaveLength(MAX_PEOPLE);
    expect(readPeople(`${full}b@x.example`).fault?.reason).toBe('people.too-many');
  });

  it('a quotation mark of an unused column that swallows people is a mistake, and a note of several lines is not', () => {
    const text = 'email,note\na@x.example,"two\nlines"\nb@x.example,"call\nc@x.example,\nd@x.example,"x"\n';
    const { people } = readPeople(text);
    expect(people.map(({ email, problems }) => [email, problems.length])).toEqual([
      ['a@x.example', 0],
      ['b@x.example', 1],
      ['c@x.example', 0],
      ['d@x.example', 0],
    ]);
  });

  it('unknown columns are named and not used', () => {
    const { notes } = readPeople('email,class\na@x.example,4b');
    expect(notes.map(({ message }) => message)).toEqual(['The column “class” is not used.']);
  });

  it('each mistake of a line is named, and the other lines are read', () => {
    expect(
      problemsOf(
        [
          'a@x.example,ada,Ada,user', // 2
          'b@x.example,=1+1,@Bo,user', // 3
          "c@x.example,cem,'=Cem,user", // 4
          'd@x.example;dora;Dora;user', // 5
          'e@x.example,emil,Emil,user,more', // 6
          'f@x.example,fin,"Fin,user', // 7
          'g@x.example,gus,"Gus",user', // 8
          'h@x.example,hal,Jos\u00c3\u00a9,user', // 9
          'i@x.example,ida,I\uFFFDa,user', // 10
          'j@x.example,jan,"Jan, user', // 11
        ].join('\n'),
      ),
    ).toEqual([
      '2 ',
      '3 people.formula people.formula',
      '4 ',
      '5 people.other-separator',
      '6 table.more-cells',
      '7 people.quotation-open',
      '8 ',
      '9 people.letters-lost',
      '10 people.letters-lost',
      '11 people.quotation-open',
    ]);
  });

  it('a line without its quotation mark still tells whom it is about', () => {
    expect(read('f@x.example,fin,"Fin,user\nG@x.example,gus,"Gus",user').people[0]).toMatchObject({
      email: 'f@x.example',
      name: 'Fin',
    });
  });

  it('what is written as a cell is read back, whatever it begins with', () => {
    const value = fc
      .string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '"', ',', ';', 'a', 'ß', ' '), maxLength: 8 })
      .map((text) => text.trim())
      .filter((text) => text !== '');
    fc.assert(
      fc.property(value, (text) => {
        const [person] = read(`a@x.example,ada,${toCsvCell(text)},user`).people;
        expect(person).toMatchObject({ name: text, problems: [] });
      }),
      { examples: [['=1+1'], ["'=x"], ["''-"], ["'t Hooft"], ['-"']] },
    );
  });
});
