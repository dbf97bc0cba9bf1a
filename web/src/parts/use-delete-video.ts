import { ApiError, catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../api/client.ts';
import { refreshVideos } from '../api/refresh-videos.ts';
import { text } from '../lib/texts.ts';
import { removeProcessingUploads } from './processing-uploads.ts';
import { alertDialog, confirmDialog } from '../ui/dialog-host.tsx';
import { serverSentence } from './server-sentence.ts';

/**
 * Deletes a video after a confirmation, and reports a failure in an alert. `onDeleted` is called before lists are
 * refetched.
 */
export function useDeleteVideo({ id, title }: { id: string; title: string }, onDeleted?: () => void) {
  const deletion = useMutation({
    mutationFn: () => deleteOnce(id),
    onSuccess: async () => {
      removeProcessingUploads([id]);
      onDeleted?.();
      // the button stays "Deleting..." until the lists are up to date
      await refreshVideos();
    },
    onError: (error) => {
      void alertDialog({ title: text('delete-video.title'), message: toDeleteFailure(error) });
    },
  });
  return {
    isDeleting: deletion.isPending,
    confirmAndDelete: async (): Promise<void> => {
      if (deletion.isPending) return;
      const isSure = await confirmDialog({
        title: text('delete-video.title'),
        subject: title,
        message: text('delete-video.question'),
        confirmLabel: text('delete-video.confirm'),
        danger: true,
      });
      if (isSure) deletion.mutate();
    },
  };
}

/** Counts a video that is already gone as deleted. */
async function deleteOnce(id: string): Promise<void> {
  try {
    await call(catalog.deleteVideo, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VIDEO_NOT_FOUND') throw error;
  }
}

/** Returns the alert's sentence about a failed deletion (specification section 8). */
export function toDeleteFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return text('delete-video.failed');
  const reason = serverSentence(error);
  return reason === undefined
    ? text('delete-video.failed-somehow')
    : text('delete-video.failed-because', { reason });
}
