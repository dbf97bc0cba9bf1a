import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

import { show, useNativePlayback } from '../show-player.tsx';

const user = userEvent.setup();
useNativePlayback();

const PICKER = 'webkitShowPlaybackTargetPicker';
const AVAILABILITY = 'webkitplaybacktargetavailabilitychanged';

afterEach(() => {
  Reflect.deleteProperty(HTMLVideoElement.prototype, PICKER);
});

function announce(element: HTMLVideoElement, availability: string): void {
  fireEvent(element, Object.assign(new Event(AVAILABILITY), { availability }));
}

test('AirPlay is offered while there is a device for it', async () => {
  const pick = vi.fn<() => void>();
  Object.assign(HTMLVideoElement.prototype, { [PICKER]: pick });
  const { element } = show();
  expect(screen.queryByRole('button', { name: 'AirPlay' })).toBeNull();
  announce(element, 'available');
  await user.click(screen.getByRole('button', { name: 'AirPlay' }));
  expect(pick).toHaveBeenCalledOnce();
  announce(element, 'not-available');
  expect(screen.queryByRole('button', { name: 'AirPlay' })).toBeNull();
});

test('a browser without AirPlay does not offer it', () => {
  const { element } = show();
  announce(element, 'available');
  expect(screen.queryByRole('button', { name: 'AirPlay' })).toBeNull();
});
