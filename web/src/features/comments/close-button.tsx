import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { LockKeyhole, LockKeyholeOpen } from 'lucide-react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';

interface CloseButtonProps {
  videoId: string;
  isClosed: boolean;
  onSaid: (sentence: string) => void;
}

/** Closes the comments on a video, so that nobody writes any more, or opens them. */
export function CloseButton({ videoId, isClosed, onSaid }: CloseButtonProps) {
  const t = useTexts();
  const change = useMutation({
    mutationFn: async (body: { isClosed: boolean }) =>
      (await call(catalog.closeComments, { params: { id: videoId }, body })).data,
    // The button stays busy until the list shows the effect.
    onSuccess: async (now) => {
      await invalidate(catalog.listComments);
      onSaid(t(now.isClosed ? 'comments.are-closed' : 'comments.are-open'));
    },
  });
  const Icon = isClosed ? LockKeyholeOpen : LockKeyhole;
  return (
    <>
      <Button variant="quiet" busy={change.isPending} onClick={() => change.mutate({ isClosed: !isClosed })}>
        <Icon className="icon" aria-hidden />
        {t(isClosed ? 'comments.open' : 'comments.close')}
      </Button>
      {change.error && <Message kind="bad">{errorSentence(change.error)}</Message>}
    </>
  );
}
