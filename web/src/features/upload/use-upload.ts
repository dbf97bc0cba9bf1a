import type { catalog } from '@larksong/contracts';
import { useEffect, useRef, useState } from 'react';

import { refreshVideos } from '../../api/refresh-videos.ts';
import { text } from '../../lib/texts.ts';
import { addProcessingUpload } from '../../parts/processing-uploads.ts';
import { withWait } from '../../parts/error-sentence.ts';
import { serverSentence } from '../../parts/server-sentence.ts';
import { listExtras, saveExtras, type UnsavedExtra } from './extras.ts';
import { FileGoneError } from './file-gone.ts';
import { chosenResolutions, findProblem, type UploadForm, type UploadProblem } from './form.ts';
import { pause } from './pause.ts';
import { watchSending, type Sending } from './sending.ts';
import { abandonUpload, createIdempotencyKey, sendVideo } from './send-video.ts';

export type UploadState =
  | { phase: 'idle' }
  | { phase: 'refused'; problem: UploadProblem }
  | ({ phase: 'uploading' } & Sending)
  | ({ phase: 'succeeded' } & Uploaded)
  | { phase: 'failed'; sentence: string };

/** An uploaded video, with the additions that were not saved. */
export interface Uploaded {
  video: { id: string; title: string };
  /** Largest first. */
  resolutions: readonly catalog.Resolution[];
  unsaved: readonly UnsavedExtra[];
}

/** Runs the upload of one form at a time. Unmounting aborts it. */
export function useUpload(onSuccess: () => void) {
  const [state, setState] = useState<UploadState>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  const lastSubmit = useRef<{ form: UploadForm; file: File; key: string } | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function send(form: UploadForm, file: File): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    // resubmitting the same form creates the same video
    if (lastSubmit.current?.form !== form) lastSubmit.current = { form, file, key: createIdempotencyKey() };
    const watch = watchSending(file.size, (sending) => setState({ phase: 'uploading', ...sending }));
    try {
      const idempotencyKey = lastSubmit.current.key;
      const videoId = await sendVideo(form, file, { ...watch, idempotencyKey, signal, pause });
      addProcessingUpload(videoId);
      const unsaved = await saveExtras(videoId, listExtras(form));
      const video = { id: videoId, title: form.title.trim() };
      setState({ phase: 'succeeded', video, resolutions: chosenResolutions(form), unsaved });
      onSuccess();
      void refreshVideos();
    } catch (error) {
      setState(signal.aborted ? { phase: 'idle' } : { phase: 'failed', sentence: toSentence(error) });
    } finally {
      watch.stop();
      running.current = null;
    }
  }

  return {
    state,
    /** Checks the form and sends it. Returns the first problem, if any. */
    submit(form: UploadForm): UploadProblem | undefined {
      const problem = findProblem(form);
      const { file } = form;
      if (problem !== undefined) setState({ phase: 'refused', problem });
      else if (file !== null && running.current === null) void send(form, file);
      return problem;
    },
    /** Aborts the upload and lets the server delete the stored parts. */
    cancel: () => {
      running.current?.abort();
      if (lastSubmit.current !== null) void abandonUpload(lastSubmit.current.file);
    },
    /** Retries the additions that were not refused. */
    retryUnsaved: async (uploaded: Uploaded): Promise<void> => {
      const { video, unsaved } = uploaded;
      const refused = unsaved.filter(({ isRefused }) => isRefused);
      const extras = unsaved.filter(({ isRefused }) => !isRefused).map(({ extra }) => extra);
      const failed = await saveExtras(video.id, extras);
      setState({ ...uploaded, phase: 'succeeded', unsaved: [...refused, ...failed] });
      void refreshVideos();
    },
    /** Clears the outcome after the form was changed, and shows a problem of the change. */
    settle: (problem: UploadProblem | undefined) => {
      if (state.phase === 'uploading') return;
      setState(problem === undefined ? { phase: 'idle' } : { phase: 'refused', problem });
    },
  };
}

/** Returns the server's sentence, otherwise `Upload failed` (specification section 8). */
function toSentence(error: unknown): string {
  if (error instanceof FileGoneError) return error.message;
  return withWait(error, serverSentence(error) ?? text('upload.failed'));
}
