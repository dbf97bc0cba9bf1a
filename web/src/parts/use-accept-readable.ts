import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../api/client.ts';
import { refreshVideos } from '../api/refresh-videos.ts';
import { text } from '../lib/texts.ts';
import { addProcessingUpload } from './processing-uploads.ts';
import { alertDialog } from '../ui/dialog-host.tsx';
import { errorSentence } from './error-sentence.ts';

/** Publishes the readable part of a damaged file and reports a refusal in an alert. */
export function useAcceptReadable(id: string) {
  const acceptance = useMutation({
    mutationFn: () => call(catalog.acceptReadable, { params: { id } }),
    onSuccess: async () => {
      addProcessingUpload(id);
      await refreshVideos(); // busy until the list shows the video as processing
    },
    onError: (error) => {
      void refreshVideos(); // it may already be processing, or deleted
      void alertDialog({ title: text('readable.failed-title'), message: errorSentence(error) });
    },
  });
  return { isAccepting: acceptance.isPending, accept: acceptance.mutateAsync };
}
