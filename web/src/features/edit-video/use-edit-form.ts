import { catalog } from '@larksong/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { queryKeyOf } from '../../api/queries.ts';
import { refreshVideos } from '../../api/refresh-videos.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import {
  findProblem,
  isEmpty,
  toChanges,
  toEditForm,
  toWanted,
  type Changes,
  type EditForm,
  type EditProblem,
} from './edit-form.ts';

export type Edit = ReturnType<typeof useEditForm>;

interface SavingOptions {
  /** Sends the changes; by default, to the video. */
  send?: (changes: Changes) => Promise<{ video: catalog.Video }>;
  /** Whether `send` does more than change the video. */
  isSentUnchanged?: boolean;
  /** Called when the refetch of every copy has begun. */
  onSaved: () => void;
}

/** Returns the state of the edit form and its `save`. */
export function useEditForm(video: catalog.Video, options: SavingOptions) {
  const { send = (changes) => update(video.id, changes), isSentUnchanged = false, onSaved } = options;
  const queries = useQueryClient();
  /** Changes are relative to this video, so that saving does not undo the work of others. */
  const [original] = useState(() => toWanted(video));
  const [form, setForm] = useState<EditForm>(() => toEditForm(original));
  const [problem, setProblem] = useState<EditProblem>();
  const saving = useMutation({
    mutationFn: send,
    onSuccess: (answer) => {
      queries.setQueryData(queryKeyOf(catalog.getVideo, { params: { id: video.id } }), answer);
      void refreshVideos();
      onSaved();
    },
  });
  const changes = toChanges(form, original);
  return {
    form,
    problem,
    isSaving: saving.isPending,
    isChanged: !isEmpty(changes) && !saving.isSuccess,
    /** The sentence about a failed save. */
    failure: saving.isError ? errorSentence(saving.error) : undefined,
    change: (part: Partial<EditForm>): void => {
      setForm({ ...form, ...part });
      setProblem(undefined);
      if (saving.isError) saving.reset();
    },
    /** Checks the form and saves it. Returns the first problem, if any. */
    save: (): EditProblem | undefined => {
      if (saving.isPending) return undefined;
      const found = findProblem(form);
      setProblem(found);
      if (found === undefined && isEmpty(changes) && !isSentUnchanged) onSaved();
      else if (found === undefined) saving.mutate(changes);
      return found;
    },
  };
}

async function update(id: string, body: Changes): Promise<{ video: catalog.Video }> {
  return (await call(catalog.updateVideo, { params: { id }, body })).data;
}
