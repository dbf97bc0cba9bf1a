import { ApiError, catalog, isBlank } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type RefObject, type SyntheticEvent } from 'react';

import { confirmDiscarding } from './confirm-discarding.ts';
import { endAttempt, readAttempt, startAttempt, useDraft, type Attempt } from './drafts.ts';
import { countCharacters } from './graphemes.ts';
import { refetchIfRefused } from './use-comments.ts';

export interface Writing {
  /** Where the text is kept until it has been sent. */
  place: string;
  /** The text that is changed; empty for a new one. */
  initial: string;
  send: (text: string, attempt: Attempt) => Promise<void>;
  /** Returns whether the comment of an attempt is shown; undefined for a form that changes one. */
  isWritten?: ((id: string) => boolean) | undefined;
  /** Closes the form. */
  onCancel: (() => void) | undefined;
}

export type CommentFormState = ReturnType<typeof useCommentForm>;

/** The state of a form whose text stays until the server has taken it. */
export function useCommentForm(field: RefObject<HTMLTextAreaElement | null>, writing: Writing) {
  const { place, initial, onCancel } = writing;
  const draft = useDraft(place, initial);
  const [isRefused, setRefused] = useState(false);
  const sending = useSending(field, writing, draft);
  const isInner = onCancel !== undefined;
  useEffect(() => {
    if (isInner) field.current?.focus();
  }, [field, isInner]);
  const found = findProblem(draft.text);
  return {
    text: draft.text,
    type: draft.type,
    problem: isRefused ? found : undefined,
    isSending: sending.isPending,
    error: sending.error,
    submit: (event: SyntheticEvent): void => {
      event.preventDefault();
      if (sending.isPending) return;
      setRefused(found !== undefined);
      if (found === undefined) sending.mutate(draft.text);
      else field.current?.focus();
    },
    cancel: async (): Promise<void> => {
      if (sending.isPending || (draft.text !== initial && !(await confirmDiscarding()))) return;
      draft.clear();
      onCancel?.();
    },
  };
}

/** Sends a text. One whose answer was lost counts as sent once it is shown, unless it was changed since. */
function useSending(
  field: RefObject<HTMLTextAreaElement | null>,
  { place, send, isWritten, onCancel }: Writing,
  draft: ReturnType<typeof useDraft>,
) {
  const sending = useMutation({
    mutationFn: (typed: string) => send(typed, startAttempt(place, typed)),
    onSuccess: () => {
      draft.clear();
      field.current?.focus();
    },
    onError: (error) => {
      // The first text can no longer be changed, so that the next one is another comment.
      if (error instanceof ApiError && error.status === 409) endAttempt(place);
      refetchIfRefused(error);
    },
  });
  const attempt = readAttempt(place);
  const hasArrived = !sending.isPending && attempt?.text === draft.text && isWritten?.(attempt.id) === true;
  const arrive = useEffectEvent(() => {
    draft.clear();
    sending.reset();
    onCancel?.();
  });
  useEffect(() => {
    if (hasArrived) arrive();
  }, [hasArrived]);
  return sending;
}

/** Returns the end of the name of the message that says what is wrong with a text. */
function findProblem(typed: string): 'blank' | 'too-long' | undefined {
  if (isBlank(typed)) return 'blank';
  return countCharacters(typed.trim()) > catalog.MAX_COMMENT_CHARACTERS ? 'too-long' : undefined;
}
