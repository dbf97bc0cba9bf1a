import { ApiError } from '@larksong/contracts';
import { cleanup, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';

import { renderInPage } from '../../testing/render.tsx';
import { PageError } from './page-error.tsx';

afterEach(cleanup);

function visitFailing(error: Error): void {
  const router = createMemoryRouter([
    {
      path: '/',
      ErrorBoundary: PageError,
      Component: () => {
        throw error;
      },
    },
  ]);
  renderInPage(<RouterProvider router={router} />);
}

it('a page that failed shows a readable sentence and offers another try', async () => {
  visitFailing(new TypeError("Cannot read properties of undefined (reading 'x')"));
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong while showing it.');
  expect(screen.queryByText(/undefined/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
});

it('a page that failed with a call shows the sentence of the call', async () => {
  visitFailing(new ApiError({ message: 'This video does not exist.', status: 404 }));
  expect((await screen.findByRole('alert')).textContent).toContain('This video does not exist.');
});
