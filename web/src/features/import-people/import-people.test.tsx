import { auth } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const ID = '0198f3c2-7a1e-7d40-b1c9-000000000009';
const table = new File(['email\nzoe@school.example'], 'class-4b.csv', { type: 'text/csv' });

let site: TestSite;
/** The server's import. */
let running: auth.PeopleImport | null;
const user = userEvent.setup();

beforeEach(async () => {
  running = null;
  site = await startSite();
  site.on(auth.getPeopleImport, () => ({ import: running }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

function toImport(changes: Partial<auth.PeopleImport> = {}): auth.PeopleImport {
  return {
    id: ID,
    startedAt: new Date().toISOString(),
    startedBy: 'olive',
    endedAt: null,
    isStopped: false,
    peoplePerMinute: 30,
    counts: { waiting: 90, invited: 30, promoted: 0, unchanged: 0, failed: 0 },
    failures: [],
    ...changes,
  };
}

function toPerson(line: number, work: auth.PersonWork, ...reasons: string[]): auth.PersonCheck {
  const explanations = reasons.map((reason) => ({ reason, message: `Line ${line}: ${reason}.` }));
  return { line, email: `p${line}@school.example`, work, explanations };
}

async function visit() {
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  renderSite('/accounts/import');
  await screen.findByRole('heading', { level: 1, name: 'Import people' });
}

async function drop(people: auth.PersonCheck[], notes: auth.LineExplanation[] = []) {
  site.on(auth.checkPeople, () => ({ people, notes }));
  fireEvent.drop(await screen.findByRole('button', { name: /Drop a table here/ }), {
    dataTransfer: { files: [table] },
  });
  await screen.findByRole('heading', { name: 'class-4b.csv' });
}

const groupsOf = () =>
  screen
    .getAllByRole<HTMLDetailsElement>('group')
    .filter((group) => group instanceof HTMLDetailsElement)
    .map((group) => `${group.open ? 'open' : 'closed'} ${group.querySelector('summary')?.textContent}`);

describe('a table', () => {
  it('a dropped table is sent as it is, and every line says what would happen', async () => {
    await visit();
    await drop(
      [
        toPerson(2, 'invite', 'people.invited-user'),
        toPerson(3, 'mistake', 'people.role-unknown', 'people.email-not-valid'),
        toPerson(4, 'none', 'people.unchanged'),
        toPerson(5, 'promote', 'people.becomes-teacher'),
        toPerson(6, 'none', 'people.keeps-name'),
        toPerson(7, 'invite', 'people.invited-teacher'),
      ],
      [{ reason: 'table.column-unused', message: 'The column “class” is not used.' }],
    );
    expect(site.calls(auth.checkPeople)[0]?.bytes.toString()).toBe('email\nzoe@school.example');
    expect(groupsOf().slice(1)).toEqual([
      'open 1 line with a mistake',
      'closed 2 people to invite',
      'closed 1 account becomes a teacher',
      'open 1 account stays as it is, though the table differs',
      'closed 1 account stays as it is',
    ]);
    for (const text of [
      'Line 3: people.role-unknown.',
      'Line 3: people.email-not-valid.',
      'Line 7: people.invited-teacher.',
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText('The column “class” is not used.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Start without the lines with mistakes' })).toBeTruthy();
    expect(site.count(auth.importPeople)).toBe(0);
  });

  it('a table that changes nothing or has only mistakes offers no start', async () => {
    await visit();
    await drop([toPerson(2, 'none', 'people.unchanged')]);
    expect(screen.getByText(/^Everybody in this table is here already/)).toBeTruthy();
    await drop([toPerson(2, 'mistake', 'people.email-missing')]);
    expect(await screen.findByText(/^There is nothing to do but to correct/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull();
  });

  it('a table that is refused as a whole says why, and another one can be chosen', async () => {
    await visit();
    site.on(auth.checkPeople, () => failure('VALIDATION_FAILED', 'There is nobody in this table.'));
    fireEvent.drop(await screen.findByRole('button', { name: /Drop a table here/ }), {
      dataTransfer: { files: [table] },
    });
    expect((await screen.findByRole('alert')).textContent).toBe('There is nobody in this table.');
    await drop([toPerson(2, 'invite', 'people.invited-user')]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('a long list is shown step by step', async () => {
    await visit();
    await drop(
      Array.from({ length: 60 }, (_, index) => toPerson(index + 2, 'mistake', 'people.email-missing')),
    );
    expect(screen.getAllByText(/people\.email-missing/)).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: 'Show all 60' }));
    expect(screen.getAllByText(/people\.email-missing/)).toHaveLength(60);
  });
});

describe('an import', () => {
  it('an import is started, its progress is shown, and then what became of the people', async () => {
    site.on(auth.importPeople, () => {
      running = toImport();
      return { import: running };
    });
    await visit();
    await drop([toPerson(2, 'invite', 'people.invited-user')]);
    await user.click(screen.getByRole('button', { name: 'Start the import' }));
    expect(await screen.findByText('30 of 120 people. Time left: 3 minutes')).toBeTruthy();
    expect(site.calls(auth.importPeople)[0]?.query).toEqual({ leaveOut: 'true' });
    expect(screen.getByRole('progressbar', { name: 'People done' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Drop a table/ })).toBeNull();
    expect(document.activeElement?.tagName).toBe('H1');
    running = toImport({
      endedAt: new Date().toISOString(),
      counts: { waiting: 0, invited: 117, promoted: 1, unchanged: 1, failed: 1 },
      failures: [{ line: 9, explanation: { reason: 'people.username-taken', message: 'Line 9: taken.' } }],
    });
    const sentence =
      'The import is complete. 117 people were invited. 1 account became a teacher. 1 person was here already. 1 line could not be used.';
    expect(await screen.findByText(sentence, {}, { timeout: 5000 })).toBeTruthy();
    expect(
      within(screen.getByRole('list', { name: 'Lines that could not be used' })).getByText('Line 9: taken.'),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: /Drop a table/ })).toBeTruthy();
  });

  it('a running import is stopped after a confirmation', async () => {
    running = toImport();
    site.on(at(auth.stopPeopleImport, { id: ID }), () => {
      running = toImport({ isStopped: true, endedAt: new Date().toISOString() });
      return { import: running };
    });
    await visit();
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    const question = within(screen.getByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Let it run' }));
    expect(site.count(auth.stopPeopleImport)).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Stop' }));
    expect(
      await screen.findByText('The import was stopped. 30 people were invited. 90 people were not invited.'),
    ).toBeTruthy();
  });

  it('a refused start says why, and shows the import that is running', async () => {
    site.on(auth.importPeople, () => {
      running = toImport();
      return failure('CONFLICT', 'Another import is still running.');
    });
    await visit();
    await drop([toPerson(2, 'invite', 'people.invited-user')]);
    await user.click(screen.getByRole('button', { name: 'Start the import' }));
    expect(await screen.findByText('An import is running')).toBeTruthy();
    expect(screen.getByText('Another import is still running.')).toBeTruthy();
  });

  it('imports that cannot be loaded say why and are loaded again', async () => {
    site.on(auth.getPeopleImport, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    await visit();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Too many requests.')).toBeTruthy();
    site.on(auth.getPeopleImport, () => ({ import: null }));
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});
