import { game } from '@larksong/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { at } from '../../../testing/site.ts';
import { change, findName, useContent, user, visit } from '../test-content.ts';

const PUT = at(game.putItemSound, { id: 'ant-1' });

const content = useContent();
/** Returns the microphone's stream, or rejects. */
let microphone: () => Promise<MediaStream>;
let stoppedTracks: number;

/** The test browser has no recorder: this one records whatever a test sets. */
class SilentRecorder extends EventTarget {
  static heard = 'a spoken word';
  static isTypeSupported = (type: string) => type === 'audio/mp4';
  readonly mimeType: string;
  state = 'inactive';
  constructor(_stream: MediaStream, options: { mimeType: string }) {
    super();
    this.mimeType = options.mimeType;
  }
  start() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    const data = new Blob([SilentRecorder.heard]);
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
    this.dispatchEvent(new Event('stop'));
  }
}

beforeEach(() => {
  stoppedTracks = 0;
  SilentRecorder.heard = 'a spoken word';
  const track = { stop: () => (stoppedTracks += 1) };
  microphone = async () => ({ getTracks: () => [track] }) as unknown as MediaStream; // only the members in use
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('MediaRecorder', SilentRecorder);
  vi.stubGlobal('AudioContext', undefined);
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: () => microphone() },
  });
  content.site.on(PUT, () => ({ item: change(content, 'ant', { soundState: 'preparing' }) }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openRecorder() {
  await visit('/game-admin?letter=A');
  const ant = await findName('ant');
  await user.click(ant.getByRole('button', { name: 'Record sound of ant' }));
  return within(await screen.findByRole('dialog', { name: 'Record ant' }));
}

describe('recording', () => {
  it('a recording can be made, stopped, repeated and kept', async () => {
    const dialog = await openRecorder();
    await user.click(dialog.getByRole('button', { name: 'Start recording' }));
    expect(await dialog.findByText('Recording…')).toBeTruthy();
    expect(dialog.getByRole('progressbar', { name: 'Time recorded' })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Stop' }));
    expect(await dialog.findByRole('button', { name: 'Listen' })).toBeTruthy();
    expect(stoppedTracks).toBe(1);
    SilentRecorder.heard = 'a better word';
    await user.click(dialog.getByRole('button', { name: 'Record again' }));
    await user.click(await dialog.findByRole('button', { name: 'Stop' }));
    await user.click(await dialog.findByRole('button', { name: 'Keep' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await (await findName('ant')).findByText('Preparing…')).toBeTruthy();
    expect(content.site.bodies(PUT)).toEqual(['a better word']);
  });

  it('a recording ends automatically after ten seconds', async () => {
    const dialog = await openRecorder();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    await user.click(dialog.getByRole('button', { name: 'Start recording' }));
    await dialog.findByText('Recording…');
    vi.advanceTimersByTime(9_800);
    expect(stoppedTracks).toBe(0);
    vi.advanceTimersByTime(300);
    expect(await dialog.findByText('Recorded 10.0 seconds.')).toBeTruthy();
    expect(stoppedTracks).toBe(1);
  });

  it('closing the dialog releases the microphone and sends nothing', async () => {
    const dialog = await openRecorder();
    await user.click(dialog.getByRole('button', { name: 'Start recording' }));
    await dialog.findByText('Recording…');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(stoppedTracks).toBe(1));
    expect(content.site.bodies(PUT)).toEqual([]);
  });

  it('a blocked or silent microphone is reported and can be tried again', async () => {
    const allowed = microphone;
    microphone = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    const dialog = await openRecorder();
    await user.click(dialog.getByRole('button', { name: 'Start recording' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The microphone is blocked.');
    microphone = allowed;
    SilentRecorder.heard = '';
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await user.click(await dialog.findByRole('button', { name: 'Stop' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Nothing was recorded.');
  });
});
