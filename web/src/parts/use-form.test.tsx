import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { renderInPage } from '../testing/render.tsx';
import { Field } from '../ui/field.tsx';
import { useForm, type FieldErrors } from './use-form.ts';

interface Song {
  title: string;
  author: string;
}

const user = userEvent.setup();
let sent: Song[];
/** Answers the last submit. */
let answer: PromiseWithResolvers<string>;

beforeEach(() => {
  sent = [];
  answer = Promise.withResolvers();
});

afterEach(cleanup);

function check({ title, author }: Song): FieldErrors<Song> {
  return {
    ...(title === '' ? { title: 'Enter a title.' } : {}),
    ...(author === '' ? { author: 'Enter an author.' } : {}),
  };
}

function SongForm({ mode = 'new', title = '' }: { mode?: string; title?: string }) {
  const form = useForm({
    defaults: { title, author: '' },
    mode,
    check,
    send: (song) => {
      sent.push(song);
      return answer.promise;
    },
    onSent: (_, { clear }) => clear('title'),
    onFailed: (error, { show }) => error.message === 'Unknown author.' && show({ author: error.message }),
  });
  return (
    <form {...form.props}>
      <Field label="Title" error={form.errors.title}>
        {(control) => <input {...control} {...form.field('title')} />}
      </Field>
      <Field label="Author" error={form.errors.author}>
        {(control) => <input {...control} {...form.field('author')} onBlur={form.forget} />}
      </Field>
      <button aria-busy={form.isBusy}>Save</button>
      <output>{form.isSent ? form.result : form.error?.message}</output>
    </form>
  );
}

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
const outcome = () => document.querySelector('output')?.textContent;

async function fillIn(): Promise<void> {
  await user.type(input('Title'), 'The Lark');
  await user.type(input('Author'), 'Olive');
}

test('a form with errors is not sent: it shows each error next to its field and focuses the first one', async () => {
  renderInPage(<SongForm />);
  await user.type(input('Title'), 'The Lark');
  await save();
  expect(screen.queryByText('Enter a title.')).toBeNull();
  expect(screen.getByText('Enter an author.')).toBeTruthy();
  expect(document.activeElement).toBe(input('Author'));
  expect(sent).toEqual([]);
});

test('typing in a field removes only the error of that field', async () => {
  renderInPage(<SongForm />);
  await save();
  await user.type(input('Title'), 'T');
  expect(screen.queryByText('Enter a title.')).toBeNull();
  expect(screen.getByText('Enter an author.')).toBeTruthy();
});

test('errors of one mode of a form are not shown in another', async () => {
  function TwoModes() {
    const [mode, setMode] = useState('new');
    return (
      <>
        <SongForm mode={mode} />
        <button onClick={() => setMode('edit')}>Edit</button>
      </>
    );
  }
  renderInPage(<TwoModes />);
  await user.type(input('Author'), 'Olive');
  await save();
  expect(screen.getByText('Enter a title.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect(screen.queryByText('Enter a title.')).toBeNull();
  expect(input('Author').value).toBe('Olive');
});

test('a form is sent once, however often it is submitted before the response', async () => {
  renderInPage(<SongForm />);
  await fillIn();
  await save();
  await save();
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true');
  expect(sent).toEqual([{ title: 'The Lark', author: 'Olive' }]);
});

test('a form that was sent shows the result and its cleared fields hold their defaults again', async () => {
  renderInPage(<SongForm title="Untitled" />);
  await fillIn();
  await save();
  expect(sent).toEqual([{ title: 'UntitledThe Lark', author: 'Olive' }]);
  answer.resolve('Saved.');
  await expect.poll(outcome).toBe('Saved.');
  expect([input('Title').value, input('Author').value]).toEqual(['Untitled', 'Olive']);
});

test('a refused form keeps what was typed and shows the error until it is submitted again', async () => {
  renderInPage(<SongForm />);
  await fillIn();
  await save();
  answer.reject(new Error('The site is busy.'));
  await expect.poll(outcome).toBe('The site is busy.');
  expect(input('Title').value).toBe('The Lark');
  answer = Promise.withResolvers();
  await save();
  expect(outcome()).toBe('');
  expect(sent).toHaveLength(2);
});

test('a refusal of one field is shown next to that field, which gets the focus', async () => {
  renderInPage(<SongForm />);
  await fillIn();
  await save();
  answer.reject(new Error('Unknown author.'));
  await expect.poll(() => document.activeElement).toBe(input('Author'));
  expect(input('Author').getAttribute('aria-invalid')).toBe('true');
});
