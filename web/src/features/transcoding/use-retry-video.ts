import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { refreshVideos } from '../../api/video-queries.ts';
import { noteUploadInWork } from '../../lib/uploads-in-work.ts';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';

/** Has a failed video worked on once more, and says so when that was refused. */
export function useRetryVideo(id: string) {
  const retry = useMutation({
    mutationFn: () => call(catalog.retryVideo, { params: { id } }),
    onSuccess: async () => {
      noteUploadInWork(id);
      await refreshVideos(); // it stays busy until the list says that it is in work
    },
    onError: (error) => {
      void refreshVideos(); // it may be in work already, or gone
      void alertDialog({ title: 'Retry video', message: errorSentence(error) });
    },
  });
  return { isRetrying: retry.isPending, retry: () => retry.mutate() };
}
