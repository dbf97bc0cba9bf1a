import { ApiError, deleteVideo, getTranscodingStatus, listVideos } from '@larksong/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { toDeleteFailure } from './texts.ts';

/** Deletes a video after asking, and says so when that failed. */
export function useDeleteVideo(id: string) {
  const queries = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => deleteOnce(id),
    // it stays "Deleting..." until the list says that it is gone
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: [listVideos.operationId] });
      await queries.invalidateQueries({ queryKey: [getTranscodingStatus.operationId] });
    },
    onError: (error) => {
      void alertDialog({ title: 'Delete video', message: toDeleteFailure(error) });
    },
  });
  return {
    isDeleting: deletion.isPending,
    askAndDelete: async (): Promise<void> => {
      const isSure = await confirmDialog({
        title: 'Delete video',
        message: 'Are you sure you want to delete this video? This action cannot be undone.',
        confirmLabel: 'Delete',
        danger: true,
      });
      if (isSure) deletion.mutate();
    },
  };
}

/** A video that is gone already is what was asked for. */
async function deleteOnce(id: string): Promise<void> {
  try {
    await call(deleteVideo, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VIDEO_NOT_FOUND') throw error;
  }
}
