import { addVideoTags, ApiError, getTranscodingStatus, listVideos, type Tag } from '@larksong/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { authorizationHeaders, call } from '../../api/client.ts';
import { errorSentence } from '../../ui/error-sentence.ts';
import { findProblem, listTags, toFormData, type UploadForm, type UploadProblem } from './form.ts';
import { addSample, startProgress, type UploadProgress } from './progress.ts';
import { createIdempotencyKey, sendUpload, UPLOAD_FAILED } from './send-upload.ts';

/** Tags of an uploaded video that did not reach the server. */
export interface UnsavedTags {
  videoId: string;
  tags: Tag[];
  sentence: string;
}

export type UploadState =
  | { phase: 'idle' }
  | { phase: 'refused'; problem: UploadProblem }
  | { phase: 'uploading'; progress: UploadProgress }
  | { phase: 'succeeded'; unsavedTags: UnsavedTags | null }
  | { phase: 'failed'; sentence: string };

/** The upload of one form at a time. It ends with the component. */
export function useUpload(onSuccess: () => void) {
  const queries = useQueryClient();
  const [state, setState] = useState<UploadState>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  const lastSubmit = useRef<{ form: UploadForm; key: string } | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function send(form: UploadForm, file: File): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    // the very same form once more is the very same video
    if (lastSubmit.current?.form !== form) lastSubmit.current = { form, key: createIdempotencyKey() };
    try {
      const unsavedTags = await uploadForm(form, {
        file,
        idempotencyKey: lastSubmit.current.key,
        signal: controller.signal,
        onProgress: (progress) => setState({ phase: 'uploading', progress }),
      });
      setState({ phase: 'succeeded', unsavedTags });
      onSuccess();
      for (const endpoint of [listVideos, getTranscodingStatus])
        void queries.invalidateQueries({ queryKey: [endpoint.operationId] });
    } catch (error) {
      const sentence = errorSentence(error, UPLOAD_FAILED);
      setState(controller.signal.aborted ? { phase: 'idle' } : { phase: 'failed', sentence });
    } finally {
      running.current = null;
    }
  }

  return {
    state,
    /** Checks the form and sends it; gives what is wrong with it, if anything. */
    submit(form: UploadForm): UploadProblem | undefined {
      const problem = findProblem(form);
      const { file } = form;
      if (problem !== undefined) setState({ phase: 'refused', problem });
      else if (file !== null && running.current === null) void send(form, file);
      return problem;
    },
    cancel: () => running.current?.abort(),
    retryTags: async (unsaved: UnsavedTags): Promise<void> => {
      const unsavedTags = await saveTags(unsaved.videoId, unsaved.tags);
      setState({ phase: 'succeeded', unsavedTags });
    },
    /** The form was changed: what was said about it no longer holds, but what is wrong with the change does. */
    settle: (problem: UploadProblem | undefined) => {
      if (state.phase === 'uploading') return;
      setState(problem === undefined ? { phase: 'idle' } : { phase: 'refused', problem });
    },
  };
}

interface UploadOptions {
  file: File;
  idempotencyKey: string;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
}

/** Sends the video, then its tags; gives the tags that could not be saved. */
async function uploadForm(form: UploadForm, options: UploadOptions): Promise<UnsavedTags | null> {
  const { file, signal, onProgress } = options;
  let progress = startProgress(file.size, performance.now());
  onProgress(progress);
  const { video } = await sendUpload({
    body: toFormData({ ...form, file }),
    headers: { ...(await authorizationHeaders()), 'idempotency-key': options.idempotencyKey },
    signal,
    onProgress: (sentBytes) => {
      progress = addSample(progress, { atMs: performance.now(), sentBytes });
      onProgress(progress);
    },
  });
  return saveTags(video.id, listTags(form));
}

/** Sends only what is filled in. The video is there by now, so that a failure is told and does not undo it. */
async function saveTags(videoId: string, tags: Tag[]): Promise<UnsavedTags | null> {
  if (tags.length === 0) return null;
  try {
    await call(addVideoTags, { params: { id: videoId }, body: { tags } });
    return null;
  } catch (error) {
    return { videoId, tags, sentence: error instanceof ApiError ? error.message : 'Request failed' };
  }
}
