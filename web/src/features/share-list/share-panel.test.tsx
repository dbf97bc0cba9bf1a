import { catalog } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { MIRA, OLIVE, TEO, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { listLink } from '../../testing/guests.ts';
import { renderInPage } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { DialogHost } from '../../ui/dialog-host.tsx';
import { signIn, signOut } from '../auth/session.ts';
import { SharePanel } from './share-panel.tsx';

const LIST = '0198f3c2-7a1e-7d40-b1c9-00000000e001';

let site: TestSite;
let links: catalog.ListLink[];
let areAllowed: boolean;
let hidden: { reason: catalog.HiddenReason; count: number }[];
const user = userEvent.setup();

beforeEach(async () => {
  links = [];
  areAllowed = true;
  hidden = [];
  site = await startSite();
  document.head.insertAdjacentHTML(
    'beforeend',
    '<meta property="og:image" content="https://songs.example/a.png">',
  );
  site.on(catalog.listLinks, () => ({ links, areAllowed }));
  site.on(catalog.previewForGuests, () => ({ videoIds: ['a', 'b'], hidden }));
  site.on(catalog.createLink, ({ body }) => {
    const link = listLink({ ...body, endsAt: body.endsAt ?? null });
    links = [...links, link];
    return { link };
  });
  site.on(catalog.updateLink, ({ params, body }) => {
    links = links.map((link) => (link.id === params.linkId ? { ...link, ...body } : link));
    return { link: links[0]! };
  });
  site.on(catalog.takeBackLink, ({ params }) => {
    links = links.filter(({ id }) => id !== params.linkId);
  });
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  document.querySelector('meta[property="og:image"]')?.remove();
  await site[Symbol.asyncDispose]();
});

function show(as = MIRA) {
  act(() => signIn({ ...tokensOf(as), user: as }));
  return renderInPage(
    <MemoryRouter>
      <SharePanel listId={LIST} listName="Morning circle" />
      <DialogHost />
    </MemoryRouter>,
  );
}

it('a link is made with the name of the list, and shows its QR code and its address in groups of four', async () => {
  const { container } = show();
  expect(await screen.findByText(/^A link opens this list without an account/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Make a link' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Make a link' }));
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Morning circle');
  // A member without uploads has no other songs to show.
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Make the link' }));
  expect(await screen.findByRole('img', { name: 'QR code of the link' })).toBeTruthy();
  expect(container.querySelector('code')?.textContent).toBe('songs.example/s/k7m4-qx2p-93hd-vt6w');
  expect(site.bodies(catalog.createLink)).toEqual([
    { name: 'Morning circle', endsAt: null, showsOwn: false, hasPreview: true },
  ]);
  expect(screen.getByText('Link is open')).toBeTruthy();
});

it('before a link is made, its maker is told what guests will not see, and why', async () => {
  hidden = [
    { reason: 'registered', count: 2 },
    { reason: 'private', count: 1 },
  ];
  show(TEO);
  await user.click(await screen.findByRole('button', { name: 'Make a link' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Make a link' }));
  expect(
    await dialog.findByText('2 songs are for registered people. The link leaves them out.'),
  ).toBeTruthy();
  expect(dialog.getByText('1 song is private. The link leaves it out.')).toBeTruthy();
  expect(dialog.getByText('Guests see 2 songs.')).toBeTruthy();
  hidden = [];
  await user.click(dialog.getByRole('checkbox', { name: /^Show my own songs, too/ }));
  await waitFor(() => expect(dialog.queryByText(/private\. The link/)).toBeNull());
  expect(site.calls(catalog.previewForGuests).map(({ query }) => query.showsOwn)).toEqual(['false', 'true']);
});

it('superadmins are asked about songs for registered people', async () => {
  show(OLIVE);
  await user.click(await screen.findByRole('button', { name: 'Make a link' }));
  expect(screen.getByRole('checkbox', { name: /^Show songs for registered people/ })).toBeTruthy();
});

it('the whole address is copied', async () => {
  links = [listLink()];
  show();
  await user.click(await screen.findByRole('button', { name: 'Copy link' }));
  expect(await screen.findByRole('button', { name: 'Link copied' })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('https://songs.example/s/k7m4-qx2p-93hd-vt6w');
});

it('the last day of a link is saved as the end of that day', async () => {
  links = [listLink()];
  show();
  const field = await screen.findByLabelText('Ends on');
  fireEvent.change(field, { target: { value: '2026-12-18' } });
  await user.click(screen.getByRole('button', { name: 'Save the day' }));
  await waitFor(() =>
    expect(site.bodies(catalog.updateLink)).toEqual([
      { endsAt: new Date('2026-12-18T23:59:59').toISOString() },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save the day' })).toBeNull());
});

it('a link is taken back after a question, and the panel says what that means', async () => {
  links = [listLink()];
  show();
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Take the link back?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep it' }));
  expect(site.count(catalog.takeBackLink)).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take back' }));
  expect(await screen.findByText(/^The old link and its posters open nothing now/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Make a new link' })).toBeTruthy();
});

it('a link that could not be taken back says so and stays', async () => {
  links = [listLink()];
  site.on(catalog.takeBackLink, () => failure('UNAVAILABLE', 'The database is away.'));
  show();
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take back' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The database is away.');
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy();
});

it('several links have their names, states and counts, and one is open at a time', async () => {
  links = [
    listLink({ name: 'Class 1b', openingCount: 31, openings: [{ day: '2026-11-29', count: 12 }] }),
    listLink({
      name: 'Grandma',
      state: 'ended',
      endsAt: '2026-11-01T22:59:59.000Z',
      code: 'aaaa-bbbb-cccc-dddd',
    }),
  ];
  const { container } = show();
  const [first, second] = await waitFor(() => {
    const found = Array.from(container.querySelectorAll('summary bdi'), (name) => name.closest('details'));
    expect(found).toHaveLength(2);
    return found;
  });
  expect([first?.open, second?.open]).toEqual([true, false]);
  expect(within(first!).getByText('Class 1b')).toBeTruthy();
  expect(within(first!).getAllByText('Opened 31 times').length).toBeGreaterThan(0);
  expect(within(first!).getByText('12 times')).toBeTruthy();
  expect(within(second!).getByText('Has ended')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Copy link' })).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Make another link' })).toBeTruthy();
});

it('a code for the board is made, read out large, and ended', async () => {
  links = [listLink()];
  site.on(catalog.createSpokenCode, () => {
    const spoken = { code: 'k7m-4qx', endsAt: new Date(Date.now() + 3_600_000).toISOString() };
    links = [{ ...links[0]!, spoken }];
    return { spoken };
  });
  site.on(catalog.endSpokenCode, () => {
    links = [{ ...links[0]!, spoken: null }];
  });
  show();
  await user.selectOptions(await screen.findByRole('combobox', { name: /^A short code/ }), '12 hours');
  await user.click(screen.getByRole('button', { name: 'Code for the board' }));
  expect(await screen.findByText('K7M-4QX')).toBeTruthy();
  expect(screen.getByText(/^To type at songs\.example\/s · until/)).toBeTruthy();
  expect(site.bodies(catalog.createSpokenCode)).toEqual([{ hours: 12 }]);
  await user.click(screen.getByRole('button', { name: 'End it now' }));
  await waitFor(() => expect(screen.queryByText('K7M-4QX')).toBeNull());
  expect(site.count(catalog.endSpokenCode)).toBe(1);
});

it('on a closed site nobody makes links that open nothing', async () => {
  areAllowed = false;
  links = [listLink({ state: 'closed' })];
  show();
  expect(await screen.findByText(/^This site is closed, and links like yours open nothing/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make another link' }).disabled).toBe(true);
  expect(screen.getByText('Not allowed')).toBeTruthy();
});

it('a link whose address is not known any more says so', async () => {
  links = [listLink({ code: null })];
  show();
  expect(await screen.findByText(/^The address of this link cannot be shown any more/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Poster' })).toBeNull();
});

it('links that could not be loaded are loaded again', async () => {
  site.on(catalog.listLinks, () => failure('LIST_NOT_FOUND'));
  show();
  expect(await screen.findByRole('heading', { name: 'The links could not be loaded' })).toBeTruthy();
  site.on(catalog.listLinks, () => ({ links, areAllowed }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Make a link' })).toBeTruthy();
});
