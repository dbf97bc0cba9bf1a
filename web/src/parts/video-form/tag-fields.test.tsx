import { catalog } from '@larksong/contracts';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { renderInPage } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { TagFields } from './tag-fields.tsx';
import { listTags, NO_TAGS, type TagDrafts } from './tags.ts';

const user = userEvent.setup();
let site: TestSite;
let tags: catalog.Tag[];
/** The grades of the site. */
let known: string[];

beforeEach(async () => {
  tags = [];
  known = ['Grade 1', 'Grade 2', 'Kindergarten'];
  site = await startSite();
  site.on(catalog.listTagValues, ({ query }) => ({
    values: query.type === 'grade' ? known : [],
  }));
});

afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

function Tags() {
  const [drafts, setDrafts] = useState(NO_TAGS);
  const change = (next: TagDrafts) => {
    tags = listTags(next);
    setDrafts(next);
  };
  return <TagFields tags={drafts} error={undefined} onChange={change} />;
}

/** Opens the suggestions of the grades and resolves to their field once they are shown. */
async function openGrades(): Promise<HTMLElement> {
  renderInPage(<Tags />);
  const field = screen.getByLabelText('Grade');
  await user.click(field);
  await screen.findAllByRole('option');
  return field;
}

const listSuggestions = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('a press on a suggestion adds it as a tag, and it is no longer suggested', async () => {
  const field = await openGrades();
  await user.click(screen.getByRole('option', { name: 'Grade 2' }));
  expect(tags).toEqual([{ tagType: 'grade', tagValue: 'Grade 2' }]);
  expect(document.activeElement).toBe(field);
  expect(listSuggestions()).toEqual([]);
  await user.click(field);
  expect(listSuggestions()).toEqual(['Grade 1', 'Kindergarten']);
});

test('a tag with accents is suggested whether or not they are typed', async () => {
  known = ['Éléphant', 'Mała'];
  const field = await openGrades();
  await user.type(field, 'mala');
  expect(listSuggestions()).toEqual(['Mała']);
  await user.clear(field);
  await user.type(field, 'éleph');
  expect(listSuggestions()).toEqual(['Éléphant']);
});

test('only tags that would complete the typed text are suggested, and Enter without one of them adds the text', async () => {
  const field = await openGrades();
  await user.type(field, 'grade');
  expect(listSuggestions()).toEqual(['Grade 1', 'Grade 2']);
  await user.keyboard('{Enter}');
  await user.type(field, 'Kindergarten');
  expect(listSuggestions()).toEqual([]);
  await user.keyboard('{Enter}');
  expect(tags.map(({ tagValue }) => tagValue)).toEqual(['grade', 'Kindergarten']);
});
