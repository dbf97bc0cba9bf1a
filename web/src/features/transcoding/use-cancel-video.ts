import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { refreshVideos } from '../../api/refresh-videos.ts';
import { text } from '../../lib/texts.ts';
import { removeProcessingUploads } from '../../parts/processing-uploads.ts';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';

/** Cancels the processing of a video after a confirmation, and reports a refusal in an alert. */
export function useCancelVideo({ id, title }: { id: string; title: string }) {
  const cancellation = useMutation({
    mutationFn: () => call(catalog.cancelVideo, { params: { id } }),
    onSuccess: async () => {
      removeProcessingUploads([id]); // users are not notified of what they decided themselves
      await refreshVideos(); // busy until the list shows the video as failed
    },
    onError: (error) => {
      void refreshVideos(); // it may be completed, or deleted
      void alertDialog({ title: text('jobs.stop-title'), message: errorSentence(error) });
    },
  });
  return {
    isCancelling: cancellation.isPending,
    confirmAndCancel: async (): Promise<void> => {
      if (cancellation.isPending) return;
      const isSure = await confirmDialog({
        title: text('jobs.stop-title'),
        message: text('jobs.stop-question', { title }),
        confirmLabel: text('jobs.stop'),
        cancelLabel: text('jobs.keep'),
        danger: true,
      });
      if (isSure) cancellation.mutate();
    },
  };
}
