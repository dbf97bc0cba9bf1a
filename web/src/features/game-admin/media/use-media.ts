import { game } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { call } from '../../../api/client.ts';
import { text } from '../../../lib/texts.ts';
import { alertDialog, confirmDialog } from '../../../ui/dialog-host.tsx';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { toPackInput, type FurtherPack } from '../../../parts/game-cards/packs.ts';
import { markPictureChanged } from './media.ts';
import { sendMedia } from './send-media.ts';
import { refreshContent } from '../content/use-content.ts';

type MediaKind = keyof typeof ENDPOINTS;

/** The owner of a picture or a sound: a card, or a letter whose name the sound says. */
interface MediaOwner {
  id: string;
  letter: string;
  /** As in sentences. */
  name: string;
  pack?: FurtherPack;
}

const ENDPOINTS = {
  picture: { put: game.putItemPicture, remove: game.deleteItemPicture },
  sound: { put: game.putItemSound, remove: game.deleteItemSound },
  letterName: { put: game.putCategorySound, remove: game.deleteCategorySound },
} as const;

/**
 * Returns the actions on the picture or the sound of a name, or on the sound that says a letter: uploading, and
 * removing the upload after a confirmation.
 */
export function useMedia(item: MediaOwner, kind: MediaKind) {
  const noun = kind === 'picture' ? 'picture' : 'sound';
  const [progress, setProgress] = useState(0);
  const isGone = useIsGone();
  const onSuccess = async () => {
    if (kind === 'picture') markPictureChanged(item);
    await refreshContent();
  };
  const onError = (error: unknown) => {
    // Another letter may be selected by now, which hides the error shown here.
    if (isGone.current)
      void alertDialog({
        title: text(`media.failed.${noun}`, { name: item.name }),
        message: errorSentence(error),
      });
  };
  const sending = useMutation({
    mutationFn: (file: Blob) => {
      setProgress(0);
      return sendMedia(ENDPOINTS[kind].put, { id: item.id, pack: item.pack, file, onProgress: setProgress });
    },
    onSuccess,
    onError,
  });
  const removal = useMutation({
    mutationFn: () => call(ENDPOINTS[kind].remove, { params: { id: item.id }, ...toPackInput(item.pack) }),
    onSuccess,
    onError,
  });
  const isBusy = sending.isPending || removal.isPending;
  const error = sending.error ?? removal.error;
  return {
    isBusy,
    isRemoving: removal.isPending,
    /** The share that has been sent, 0 to 1; null while nothing is being sent. */
    progress: sending.isPending ? progress : null,
    problem: error ? errorSentence(error) : undefined,
    send: (file: Blob): void => {
      if (isBusy) return;
      removal.reset();
      sending.mutate(file);
    },
    confirmAndRemove: async (): Promise<void> => {
      const isSure = await confirmDialog({
        title: text(`media.remove-title.${noun}`),
        message: text(`media.remove-question.${noun}`, { name: item.name }),
        confirmLabel: text('media.remove-confirm'),
        danger: true,
      });
      if (!isSure) return;
      sending.reset();
      removal.mutate();
    },
  };
}

/** Returns a reference that is true once the component is gone. */
function useIsGone(): { readonly current: boolean } {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}

export type Media = ReturnType<typeof useMedia>;
