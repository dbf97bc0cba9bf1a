import { useEffect, useRef } from 'react';

import { createChunk, prefetch, prefetchWhenIdle } from '../../lib/chunk.ts';
import { focusHeading, isFocusLost } from '../../lib/focus-heading.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { loadWithTexts, text, useTexts } from '../../lib/texts.ts';
import { useDialogChunk } from '../../parts/use-dialog-chunk.ts';
import { onSessionEnd, useSession } from './session.ts';
import type { SignInRequest } from './sign-in-dialog.tsx';

/** A separate chunk, since most visitors need no account. */
const dialog = createChunk(() => loadWithTexts('sign-in', () => import('./sign-in-dialog.tsx')));

const request = createStore<SignInRequest | null>(null);

/**
 * Opens the sign-in dialog over the current page. `reason` explains why; `inviteToken`, from an invitation link, is
 * sent when an account is created; `onRegistered` is called afterwards.
 */
export function openSignIn(options: Partial<SignInRequest> = {}): void {
  request.set({ reason: null, mode: 'login', inviteToken: null, onRegistered: null, ...options });
}

/** Fetches the dialog early, when someone seems about to open it. */
export function prefetchSignIn(): void {
  prefetch(dialog);
}

function closeSignIn(): void {
  request.set(null);
}

/** The sign-in dialog, shown on request. The shell renders it once. */
export function SignInDialog() {
  const current = useStore(request);
  const { status } = useSession();
  useEffect(() => onSessionEnd(() => openSignIn({ reason: text('sign-in.session-ended') })), []);
  // A session may end in the middle of work, and then the dialog should be there.
  useEffect(() => (status === 'signed-in' ? prefetchWhenIdle(dialog) : undefined), [status]);
  useFocusAfterSignIn(current !== null);
  return current && <LazyDialog {...current} />;
}

/**
 * Moves the focus to the heading of the page if signing in has removed the button that opened the dialog: a closed
 * dialog gives the focus back to it, and the keyboard would start at the beginning of the page.
 */
function useFocusAfterSignIn(isOpen: boolean): void {
  const { status } = useSession();
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    return hasClosed && status === 'signed-in' && isFocusLost() ? focusHeading() : undefined;
  }, [isOpen, status]);
}

function LazyDialog(props: SignInRequest) {
  const t = useTexts();
  const loaded = useDialogChunk(dialog, { title: t('sign-in.title'), onClose: closeSignIn });
  return loaded ? <loaded.SignInDialog {...props} onClose={closeSignIn} /> : null;
}
