import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { refreshVideos } from '../../api/refresh-videos.ts';
import { text } from '../../lib/texts.ts';
import { addProcessingUpload } from '../../parts/processing-uploads.ts';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';

/** Retries a failed video, and reports a refusal in an alert. */
export function useRetryVideo(id: string) {
  const retry = useMutation({
    mutationFn: () => call(catalog.retryVideo, { params: { id } }),
    onSuccess: async () => {
      addProcessingUpload(id);
      await refreshVideos(); // busy until the list shows the video as processing
    },
    onError: (error) => {
      void refreshVideos(); // it may already be processing, or deleted
      void alertDialog({ title: text('jobs.retry-title'), message: errorSentence(error) });
    },
  });
  return { isRetrying: retry.isPending, retry: () => retry.mutate() };
}
