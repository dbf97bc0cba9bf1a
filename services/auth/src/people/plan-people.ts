import { auth, because, type Explanation } from '@larksong/contracts';
import type { PersonLine } from '@larksong/import/people';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

import { normalizeEmail, normalizeUsername, usernameKey } from '../users/account.ts';
import { isOneScript } from '../users/one-script.ts';
import { suggestUsernames } from '../users/suggest-username.ts';

/** An account that the table may be about, or whose username it wants. */
export interface KnownAccount {
  email: string;
  username: string;
  displayName: string | null;
  role: auth.GivenRole;
  isDisabled: boolean;
}

/** A line with what an import does with it. */
export interface PlannedPerson {
  line: number;
  email: string;
  work: auth.PersonWork;
  /** At least one: what happens, and what stays though the table has another value; or the mistakes. */
  explanations: Explanation[];
  username: string;
  isUsernameMade: boolean;
  displayName: string | null;
  isTeacher: boolean;
}

/** Returns the emails of a table, and the usernames that it may need, by their keys. */
export function listWanted(people: readonly PersonLine[]): { emails: string[]; usernameKeys: string[] } {
  const usernames = people.flatMap(({ email, username }) =>
    username === '' ? suggestUsernames(normalizeEmail(email)) : [username],
  );
  return {
    emails: [...new Set(people.map(({ email }) => normalizeEmail(email)))],
    usernameKeys: [...new Set(usernames.map(usernameKey))],
  };
}

/**
 * Decides what an import does with each line. It only adds: whoever has an account keeps its values, except that an
 * enabled ordinary account becomes a teacher where the table says so.
 */
export function planPeople(
  people: readonly PersonLine[],
  accounts: readonly KnownAccount[],
): PlannedPerson[] {
  const byEmail = new Map(accounts.map((account) => [account.email, account]));
  const taken = new Set(accounts.map(({ username }) => usernameKey(username)));
  const lines = { emails: new Map<string, number>(), usernames: new Map<string, number>() };
  const drafts = people.map((person) => draft(person, { byEmail, taken, lines }));
  // A name that is made must not be one that a later line asks for.
  const used = new Set([...taken, ...lines.usernames.keys()]);
  return drafts.map((one) => (one.work === 'invite' && one.username === '' ? makeUsername(one, used) : one));
}

interface Known {
  byEmail: ReadonlyMap<string, KnownAccount>;
  /** The keys of usernames that accounts have. */
  taken: ReadonlySet<string>;
  /** The first line with each email and with the key of each username. */
  lines: { emails: Map<string, number>; usernames: Map<string, number> };
}

/** Returns the plan for a line; the username of a new person is empty if it has to be made. */
function draft(person: PersonLine, known: Known): PlannedPerson {
  const { line } = person;
  const email = normalizeEmail(person.email);
  const planned: PlannedPerson = {
    ...{ line, email, work: 'mistake', explanations: [...person.problems] },
    ...{ username: '', isUsernameMade: false, displayName: person.name === '' ? null : person.name },
    isTeacher: person.role.toLowerCase() === 'teacher',
  };
  if (hasOnlyShape(person)) return planned;
  const account = known.byEmail.get(email);
  const mistakes = [
    findEmailProblem(line, email, known.lines.emails),
    findNameProblem(person),
    findRoleProblem(person, { email, account }),
    account ? undefined : findUsernameProblem(person, known),
  ];
  planned.explanations.push(...mistakes.filter((mistake) => mistake !== undefined));
  if (planned.explanations.length > 0) return planned;
  if (account) return keep(planned, { person, account });
  return explainInvitation({ ...planned, work: 'invite', username: normalizeUsername(person.username) });
}

/** Returns whether nothing is known of a line but that its cells do not fit the columns. */
function hasOnlyShape({ email, username, name, role, problems }: PersonLine): boolean {
  return problems.length > 0 && [email, username, name, role].every((text) => text === '');
}

function findEmailProblem(line: number, email: string, lines: Map<string, number>): Explanation | undefined {
  if (email === '') return because('people.email-missing', { line });
  if (!fits(auth.Email, email)) return because('people.email-not-valid', { line, email: quote(email) });
  const other = lines.get(email);
  if (other !== undefined) return because('people.email-twice', { line, other, email });
  lines.set(email, line);
  return undefined;
}

function findNameProblem({ line, name }: PersonLine): Explanation | undefined {
  return fits(auth.DisplayNameOrEmpty, name) ? undefined : because('people.name-not-valid', { line });
}

function findRoleProblem(
  { line, role }: PersonLine,
  { email, account }: { email: string; account: KnownAccount | undefined },
): Explanation | undefined {
  const wanted = role.toLowerCase();
  if (['', 'user', 'teacher'].includes(wanted)) return undefined;
  if (wanted !== 'superadmin') return because('people.role-unknown', { line, role: quote(role) });
  return account?.role === 'superadmin' ? undefined : because('people.role-superadmin', { line, email });
}

/** Returns what is wrong with the username of a new person. */
function findUsernameProblem(
  { line, username: given }: PersonLine,
  { taken, lines }: Known,
): Explanation | undefined {
  if (given === '') return undefined;
  const username = normalizeUsername(given);
  if (!fits(auth.Username, username))
    return because('people.username-not-valid', { line, username: quote(username) });
  if (!isOneScript(username)) return because('people.username-mixes-scripts', { line, username });
  const key = usernameKey(username);
  if (taken.has(key)) return because('people.username-taken', { line, username });
  const other = lines.usernames.get(key);
  if (other !== undefined) return because('people.username-twice', { line, other, username });
  lines.usernames.set(key, line);
  return undefined;
}

/** Returns the plan for somebody who has an account: it stays as it is, or becomes a teacher. */
function keep(
  planned: PlannedPerson,
  { person, account }: { person: PersonLine; account: KnownAccount },
): PlannedPerson {
  const { line, email } = planned;
  const { username, displayName } = account;
  const kept: Explanation[] = [];
  const wanted = normalizeUsername(person.username);
  if (wanted !== '' && wanted !== username)
    kept.push(because('people.keeps-username', { line, email, username }));
  if (person.name !== '' && person.name !== displayName)
    kept.push(
      displayName === null
        ? because('people.keeps-no-name', { line, email })
        : because('people.keeps-name', { line, email, name: displayName }),
    );
  const isPromoted = planned.isTeacher && account.role === 'user' && !account.isDisabled;
  const role = isPromoted
    ? because('people.becomes-teacher', { line, email })
    : explainRole(planned, { role: person.role.toLowerCase(), account });
  const explanations = role ? [role, ...kept] : kept;
  return {
    ...planned,
    work: isPromoted ? 'promote' : 'none',
    username,
    explanations: explanations.length > 0 ? explanations : [because('people.unchanged', { line, email })],
  };
}

/** Returns why an account keeps its role though the table has another one. */
function explainRole(
  { line, email }: PlannedPerson,
  { role, account }: { role: string; account: KnownAccount },
): Explanation | undefined {
  if (account.isDisabled) return because('people.keeps-disabled', { line, email });
  if (role === '' || role === account.role) return undefined;
  return account.role === 'superadmin'
    ? because('people.keeps-superadmin', { line, email })
    : because('people.keeps-teacher', { line, email });
}

function makeUsername(planned: PlannedPerson, used: Set<string>): PlannedPerson {
  const { line, email } = planned;
  const username = suggestUsernames(email).find(
    (name) => isOneScript(name) && fits(auth.Username, name) && !used.has(usernameKey(name)),
  );
  if (username === undefined)
    return {
      ...planned,
      work: 'mistake',
      explanations: [because('people.username-needed', { line, email })],
    };
  used.add(usernameKey(username));
  return explainInvitation({ ...planned, username, isUsernameMade: true });
}

function explainInvitation(planned: PlannedPerson): PlannedPerson {
  const { line, email, username, isTeacher } = planned;
  const values = { line, email, username };
  const explanation = isTeacher
    ? because('people.invited-teacher', values)
    : because('people.invited-user', values);
  return { ...planned, explanations: [explanation] };
}

function fits(schema: TSchema, text: string): boolean {
  return Value.Check(schema, text);
}

/** Longest quotation of a cell in an explanation. */
const QUOTED_LENGTH = 40;

function quote(text: string): string {
  return text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;
}
